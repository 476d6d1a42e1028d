(* The rule of the chord: over [a, b] a path whose second derivative is at most A stays within A (b - a)^2 / 8 of its
   chord, uniformly in time. So a ball that it carries stays in the capsule about the chord, grown by that distance
   (blocks of poses: src/lanes/block.h). *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Leeway Require Import Vector Path.
Open Scope R_scope.

(* A convex function that is 0 at both ends is at most 0 between them. *)
Lemma below_chord : forall (a b : R) (h h' h'' : R -> R),
  (forall t, a <= t <= b -> is_derive h t (h' t)) ->
  (forall t, a <= t <= b -> is_derive h' t (h'' t)) ->
  (forall t, a <= t <= b -> 0 <= h'' t) ->
  h a = 0 -> h b = 0 -> forall t, a <= t <= b -> h t <= 0.
Proof.
  intros a b h h' h'' D1 D2 P Ha Hb t Ht.
  destruct (mean_value a b h h' a t D1) as [c [Hc E]]; try lra.
  destruct (mean_value a b h h' t b D1) as [e [He F]]; try lra.
  assert (h' c <= h' e) by (apply increasing with a b h''; auto; lra).
  rewrite Ha in E. rewrite Hb in F.
  destruct (Rle_dec (h t) 0); auto. exfalso.
  assert (0 < t - a) by (destruct (Req_dec t a); [subst; lra | lra]).
  assert (0 < b - t) by (destruct (Req_dec t b); [subst; lra | lra]).
  assert (0 < h' c) by nra. nra.
Qed.

Lemma scalar_chord : forall (a b : R) (f f' f'' : R -> R) A,
  (forall t, a <= t <= b -> is_derive f t (f' t)) ->
  (forall t, a <= t <= b -> is_derive f' t (f'' t)) ->
  (forall t, a <= t <= b -> - A <= f'' t) -> a < b -> 0 <= A ->
  forall t, a <= t <= b ->
  f t - (f a + (t - a) / (b - a) * (f b - f a)) <= A * ((b - a) * (b - a)) / 8.
Proof.
  intros a b f f' f'' A D1 D2 B Hab HA t Ht.
  set (h := fun t => f t - (f a + (t - a) / (b - a) * (f b - f a)) - A * ((t - a) * (b - t)) / 2).
  assert (h t <= 0).
  { apply below_chord with a b
      (fun t => f' t - (f b - f a) / (b - a) - A * (a + b - 2 * t) / 2) (fun t => f'' t + A); auto.
    - intros x Hx. unfold h. auto_derive. exists (f' x); apply D1; auto.
      known_derivative f x (f' x). field. lra.
    - intros x Hx. auto_derive. exists (f'' x); apply D2; auto.
      known_derivative f' x (f'' x). field.
    - intros x Hx. generalize (B x Hx); lra.
    - unfold h. field. lra.
    - unfold h. field. lra. }
  unfold h in H.
  assert ((t - a) * (b - t) <= (b - a) * (b - a) / 4).
  { assert (0 <= (2 * t - a - b) * (2 * t - a - b)) by apply Rle_0_sqr. lra. }
  nra.
Qed.

(* The point of the chord at the time t. *)
Definition chord (p : R -> vector) a b t := (p a + ((t - a) / (b - a)) * (p b - p a))%V.

Theorem chord_rule : forall p p' p'' A a b,
  (forall t, a <= t <= b -> derives p p' t) -> (forall t, a <= t <= b -> derives p' p'' t) ->
  (forall t, a <= t <= b -> len (p'' t) <= A) -> a < b ->
  forall t, a <= t <= b -> len (p t - chord p a b t) <= A * ((b - a) * (b - a)) / 8.
Proof.
  intros p p' p'' A a b D1 D2 B Hab t Ht.
  assert (HA : 0 <= A) by (generalize (B t Ht) (len_pos (p'' t)); lra).
  set (e := (p t - chord p a b t)%V).
  apply len_le. { assert (0 <= (b - a) * (b - a)) by apply Rle_0_sqr. nra. }
  assert (E : dot e e = dot e (p t) - (dot e (p a) + (t - a) / (b - a) * (dot e (p b) - dot e (p a)))).
  { unfold e at 2, chord. rewrite dot_sub, dot_add, dot_scale, dot_sub. reflexivity. }
  rewrite E. replace (len e * (A * ((b - a) * (b - a)) / 8)) with (len e * A * ((b - a) * (b - a)) / 8) by field.
  apply (scalar_chord a b (fun s => dot e (p s)) (fun s => dot e (p' s)) (fun s => dot e (p'' s))); auto.
  - intros; apply derives_dot; auto.
  - intros; apply derives_dot; auto.
  - intros; apply dot_below; auto.
  - apply Rmult_le_pos; auto. apply len_pos.
Qed.

(* Every point x of a ball of radius r that the path carries is within r + A (b - a)^2 / 8 of a point of the chord. *)
Theorem capsule_rule : forall p p' p'' A a b r,
  (forall t, a <= t <= b -> derives p p' t) -> (forall t, a <= t <= b -> derives p' p'' t) ->
  (forall t, a <= t <= b -> len (p'' t) <= A) -> a < b ->
  forall t x, a <= t <= b -> len (x - p t) <= r ->
  exists k, 0 <= k <= 1 /\ len (x - (p a + k * (p b - p a))) <= r + A * ((b - a) * (b - a)) / 8.
Proof.
  intros p p' p'' A a b r D1 D2 B Hab t x Ht Hx. exists ((t - a) / (b - a)). split.
  - split. apply Rdiv_le_0_compat; lra. apply Rle_div_l; lra.
  - generalize (chord_rule p p' p'' A a b D1 D2 B Hab t Ht) (triangle_sub x (p t) (chord p a b t)).
    unfold chord. lra.
Qed.

(* Paths of points, and the inequalities that a bound on the derivative or on the second derivative gives: the mean
   value theorem and Taylor's formula, for paths in R^3. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Leeway Require Import Vector.
Open Scope R_scope.

(* Replaces Coquelicot's derivative of f at t by d, from is_derive f t d. *)
Ltac known_derivative f t d :=
  replace (Derive (fun x => f x) t) with d by (symmetry; apply is_derive_unique; auto).

(* Scalar functions on [a, b]. *)
Section Interval.
Variables a b : R.

Lemma mean_value : forall (f f' : R -> R) s t, (forall x, a <= x <= b -> is_derive f x (f' x)) ->
  a <= s -> s <= t -> t <= b -> exists c, s <= c <= t /\ f t - f s = f' c * (t - s).
Proof.
  intros f f' s t D Hs Hst Ht. destruct (MVT_gen f s t f') as [c [Hc E]].
  - rewrite Rmin_left, Rmax_right by lra. intros x Hx; apply D; lra.
  - rewrite Rmin_left, Rmax_right by lra. intros x Hx.
    apply continuity_pt_filterlim. apply (ex_derive_continuous f). exists (f' x). apply D; lra.
  - rewrite Rmin_left, Rmax_right in Hc by lra. exists c; split; auto.
Qed.

Lemma increasing : forall (f f' : R -> R) s t, (forall x, a <= x <= b -> is_derive f x (f' x)) ->
  (forall x, a <= x <= b -> 0 <= f' x) -> a <= s -> s <= t -> t <= b -> f s <= f t.
Proof.
  intros f f' s t D P Hs Hst Ht. destruct (mean_value f f' s t D Hs Hst Ht) as [c [Hc E]].
  assert (0 <= f' c) by (apply P; lra). nra.
Qed.

Lemma lipschitz : forall (f f' : R -> R) k m t, (forall x, a <= x <= b -> is_derive f x (f' x)) ->
  (forall x, a <= x <= b -> Rabs (f' x) <= k) -> a <= m <= b -> a <= t <= b ->
  Rabs (f t - f m) <= k * Rabs (t - m).
Proof.
  intros f f' k m t D B Hm Ht. destruct (Rle_dec m t).
  - destruct (mean_value f f' m t D) as [c [Hc ->]]; try lra.
    rewrite Rabs_mult. apply Rmult_le_compat_r. apply Rabs_pos. apply B; lra.
  - destruct (mean_value f f' t m D) as [c [Hc E]]; try lra.
    replace (f t - f m) with (f' c * (t - m)) by lra.
    rewrite Rabs_mult. apply Rmult_le_compat_r. apply Rabs_pos. apply B; lra.
Qed.

(* g(t) >= g(m) + (t - m) g'(m) - A (t - m)^2 / 2 wherever g'' >= -A, on either side of m. *)
Lemma taylor_below : forall (g g' g'' : R -> R) A m t,
  (forall x, a <= x <= b -> is_derive g x (g' x)) ->
  (forall x, a <= x <= b -> is_derive g' x (g'' x)) ->
  (forall x, a <= x <= b -> - A <= g'' x) ->
  a <= m <= b -> a <= t <= b ->
  g m + (t - m) * g' m - A * ((t - m) * (t - m)) / 2 <= g t.
Proof.
  intros g g' g'' A m t D1 D2 B Hm Ht.
  set (k := fun x => g' x + A * x).
  assert (Dk : forall x, a <= x <= b -> is_derive k x (g'' x + A)).
  { intros x Hx. unfold k. auto_derive. exists (g'' x); apply D2; auto.
    known_derivative g' x (g'' x). ring. }
  assert (Up : forall s x, a <= s -> s <= x -> x <= b -> k s <= k x).
  { intros; apply increasing with (f' := fun x => g'' x + A); auto.
    intros y Hy; generalize (B y Hy); lra. }
  set (h := fun x => g x - g' m * x + A * ((x - m) * (x - m)) / 2).
  set (h' := fun x => g' x - g' m + A * (x - m)).
  assert (Dh : forall x, a <= x <= b -> is_derive h x (h' x)).
  { intros x Hx. unfold h, h'. auto_derive. exists (g' x); apply D1; auto.
    known_derivative g x (g' x). field. }
  destruct (Rle_dec m t) as [L|L].
  - destruct (mean_value h h' m t Dh) as [c [Hc E]]; try lra.
    assert (k m <= k c) by (apply Up; lra). unfold k in H.
    assert (0 <= h' c) by (unfold h'; lra). unfold h in E. nra.
  - destruct (mean_value h h' t m Dh) as [c [Hc E]]; try lra.
    assert (k c <= k m) by (apply Up; lra). unfold k in H.
    assert (h' c <= 0) by (unfold h'; lra). unfold h in E. nra.
Qed.
End Interval.

(* The path p has the derivative p' at t. *)
Record derives (p p' : R -> vector) (t : R) : Prop := {
  derives_x : is_derive (fun s => vx (p s)) t (vx (p' t));
  derives_y : is_derive (fun s => vy (p s)) t (vy (p' t));
  derives_z : is_derive (fun s => vz (p s)) t (vz (p' t)) }.

Lemma derives_ext : forall p p' d t, derives p p' t -> p' t = d t -> derives p d t.
Proof. intros p p' d t [X Y Z] E. rewrite E in *. constructor; auto. Qed.

Lemma derives_const : forall c t, derives (fun _ => c) (fun _ => zero) t.
Proof. intros; constructor; simpl; apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule)). Qed.

Lemma derives_add : forall p p' q q' t, derives p p' t -> derives q q' t ->
  derives (fun s => p s + q s)%V (fun s => p' s + q' s)%V t.
Proof.
  intros p p' q q' t [X Y Z] [X' Y' Z']. constructor; simpl.
  apply (is_derive_plus (fun s => vx (p s)) (fun s => vx (q s))); auto.
  apply (is_derive_plus (fun s => vy (p s)) (fun s => vy (q s))); auto.
  apply (is_derive_plus (fun s => vz (p s)) (fun s => vz (q s))); auto.
Qed.

Lemma derives_sub : forall p p' q q' t, derives p p' t -> derives q q' t ->
  derives (fun s => p s - q s)%V (fun s => p' s - q' s)%V t.
Proof.
  intros p p' q q' t [X Y Z] [X' Y' Z']. constructor; simpl.
  apply (is_derive_minus (fun s => vx (p s)) (fun s => vx (q s))); auto.
  apply (is_derive_minus (fun s => vy (p s)) (fun s => vy (q s))); auto.
  apply (is_derive_minus (fun s => vz (p s)) (fun s => vz (q s))); auto.
Qed.

Lemma derives_scale : forall (f f' : R -> R) p p' t, is_derive f t (f' t) -> derives p p' t ->
  derives (fun s => f s * p s)%V (fun s => f' s * p s + f s * p' s)%V t.
Proof.
  assert (K : forall (f x : R -> R) t f' x', is_derive f t f' -> is_derive x t x' ->
    is_derive (fun s => f s * x s) t (f' * x t + f t * x')).
  { intros f x t f' x' F X. auto_derive. repeat split; eexists; eassumption.
    known_derivative f t f'. known_derivative x t x'. ring. }
  intros f f' p p' t F [X Y Z]. constructor; simpl.
  - apply (K f (fun s => vx (p s))); auto.
  - apply (K f (fun s => vy (p s))); auto.
  - apply (K f (fun s => vz (p s))); auto.
Qed.

Lemma derives_dot : forall n p p' t, derives p p' t -> is_derive (fun s => dot n (p s)) t (dot n (p' t)).
Proof.
  intros n p p' t [X Y Z]. unfold dot.
  apply (is_derive_plus (fun s => vx n * vx (p s) + vy n * vy (p s)) (fun s => vz n * vz (p s))).
  apply (is_derive_plus (fun s => vx n * vx (p s)) (fun s => vy n * vy (p s))).
  - apply (is_derive_scal (fun s => vx (p s))); auto.
  - apply (is_derive_scal (fun s => vy (p s))); auto.
  - apply (is_derive_scal (fun s => vz (p s))); auto.
Qed.

(* Linear maps, whose coordinates are dot products with the rows, and cross products are taken of the derivative. *)
Lemma derives_linear : forall (f : vector -> vector) a b c, (forall v, f v = Vector (dot a v) (dot b v) (dot c v)) ->
  forall p p' t, derives p p' t -> derives (fun s => f (p s)) (fun s => f (p' s)) t.
Proof.
  intros f a b c E p p' t D. constructor; rewrite E.
  - apply (is_derive_ext (fun s => dot a (p s))). intro; rewrite E; reflexivity. apply derives_dot; auto.
  - apply (is_derive_ext (fun s => dot b (p s))). intro; rewrite E; reflexivity. apply derives_dot; auto.
  - apply (is_derive_ext (fun s => dot c (p s))). intro; rewrite E; reflexivity. apply derives_dot; auto.
Qed.

Lemma derives_cross : forall a p p' t, derives p p' t ->
  derives (fun s => cross a (p s)) (fun s => cross a (p' s)) t.
Proof.
  intro a. apply (derives_linear (cross a) (Vector 0 (- vz a) (vy a)) (Vector (vz a) 0 (- vx a))
    (Vector (- vy a) (vx a) 0)). vector_ring.
Qed.

Lemma derives_along : forall (f f' : R -> R) a t, is_derive f t (f' t) ->
  derives (fun s => f s * a)%V (fun s => f' s * a)%V t.
Proof.
  intros f f' a t F. eapply derives_ext.
  apply (derives_scale f f' (fun _ => a)). exact F. apply derives_const. vector_ring.
Qed.

(* Paths whose derivatives are bounded on [lo, hi]. *)
Section Bounded.
Variables (p p' : R -> vector) (lo hi m t : R).
Hypothesis first : forall s, lo <= s <= hi -> derives p p' s.
Hypothesis here : lo <= m <= hi.
Hypothesis there : lo <= t <= hi.

(* |p(t) - p(m)| <= v |t - m|, with v >= |p'|. *)
Lemma path_lipschitz : forall v, (forall s, lo <= s <= hi -> len (p' s) <= v) ->
  len (p t - p m) <= v * Rabs (t - m).
Proof.
  intros v B. set (e := (p t - p m)%V).
  assert (0 <= v) by (generalize (B m here) (len_pos (p' m)); lra).
  apply len_le. apply Rmult_le_pos; auto; apply Rabs_pos.
  replace (dot e e) with (dot e (p t) - dot e (p m)) by (unfold e at 4; vector_ring).
  eapply Rle_trans. apply Rle_abs.
  replace (len e * (v * Rabs (t - m))) with ((len e * v) * Rabs (t - m)) by ring.
  apply (lipschitz lo hi (fun s => dot e (p s)) (fun s => dot e (p' s))); auto.
  - intros; apply derives_dot; auto.
  - intros s Hs. eapply Rle_trans. apply cauchy_schwarz_abs. apply Rmult_le_compat_l; auto. apply len_pos.
Qed.

Variables (p'' : R -> vector) (A : R).
Hypothesis second : forall s, lo <= s <= hi -> derives p' p'' s.
Hypothesis bounded : forall s, lo <= s <= hi -> len (p'' s) <= A.

(* n.p(t) >= n.p(m) + (t - m) n.p'(m) - |n| A (t - m)^2 / 2, with A >= |p''|. *)
Lemma path_taylor : forall n,
  dot n (p m) + (t - m) * dot n (p' m) - len n * A * ((t - m) * (t - m)) / 2 <= dot n (p t).
Proof.
  intro n. apply (taylor_below lo hi (fun s => dot n (p s)) (fun s => dot n (p' s)) (fun s => dot n (p'' s))); auto.
  - intros; apply derives_dot; auto.
  - intros; apply derives_dot; auto.
  - intros; apply dot_below; auto.
Qed.

(* |p(t) - p(m)| <= |t - m| |p'(m)| + A (t - m)^2 / 2. *)
Lemma path_displacement : len (p t - p m) <= Rabs (t - m) * len (p' m) + A * ((t - m) * (t - m)) / 2.
Proof.
  assert (0 <= A) by (generalize (bounded m here) (len_pos (p'' m)); lra).
  assert (0 <= (t - m) * (t - m)) by apply Rle_0_sqr.
  set (e := (p t - p m)%V). apply len_le.
  - generalize (Rmult_le_pos _ _ (Rabs_pos (t - m)) (len_pos (p' m))) (Rmult_le_pos _ _ H H0). lra.
  - generalize (path_taylor (-1 * e)). rewrite !dot_opp, len_scale, Rabs_left by lra. intro T.
    replace (dot e e) with (dot e (p t) - dot e (p m)) by (unfold e at 4; vector_ring).
    assert ((t - m) * dot e (p' m) <= len e * (Rabs (t - m) * len (p' m))).
    { eapply Rle_trans. apply Rle_abs. rewrite Rabs_mult.
      replace (len e * (Rabs (t - m) * len (p' m))) with (Rabs (t - m) * (len e * len (p' m))) by ring.
      apply Rmult_le_compat_l. apply Rabs_pos. apply cauchy_schwarz_abs. }
    lra.
Qed.
End Bounded.

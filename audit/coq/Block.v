(* Blocks of docs/proofs.md: rule (6), the chord along a direction; rule (7), a bound on the second derivative of a
   point; rule (8), a ball of a body and a set around an obstacle; rule (9), balls of two bodies; and that a block
   keeps the pairs that it speaks of apart on its intervals. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From Leeway Require Import Vector Path Chain Bounds Hull Body Chord Coverage.
Import ListNotations.
Open Scope R_scope.

(* A joint with R_j and S_j and, above all times of the interval, the distance of the origin of its frame, after its own
   motion, from the origin of the frame in which it stands. *)
Record spanned := Spanned { limits : limited; span : R }.
Definition joint_in (k : spanned) := joint_of (limits k).
Definition links (ls : list spanned) := map joint_in ls.
Definition stays (k : spanned) (t : R) := within (limits k) t /\ len (move (joint_in k) t zero) <= span k.
Definition stay (ls : list spanned) (t : R) := List.Forall (fun k => stays k t) ls.

(* Above the distance of p from the origin of the frame above the joints ls, with p in the frame of the last one. *)
Fixpoint reach (ls : list spanned) (p : vector) := match ls with [] => len p | k :: l => span k + reach l p end.

(* |J_j| at most: 1 if the joint slides; if it turns the distance from its axis if it is the last one, and else the
   distance from the origin of its frame. *)
Definition arm (k : spanned) (l : list spanned) (p : vector) :=
  if turns (joint_in k) then match l with [] => len (cross (axis (joint_in k)) p) | _ => reach l p end else 1.

(* w_j; above is the sum of R_i over the joints i that turn above j. *)
Definition weight (above : R) (k : spanned) := let r := rate_limit (limits k) in
  bend_limit (limits k) + r * (if_turns (joint_in k) r + 2 * above).

(* A(p) of (7). *)
Fixpoint bend_above (above : R) (ls : list spanned) (p : vector) := match ls with
  | [] => 0
  | k :: l => arm k l p * weight above k + bend_above (above + if_turns (joint_in k) (rate_limit (limits k))) l p
  end.
Definition bending (ls : list spanned) (p : vector) := bend_above 0 ls p.

Lemma stay_sound : forall ls t, stay ls t -> sound_chain (links ls) t.
Proof. intros ls t H. induction H as [|k l [[S _] _] _ IH]; constructor; auto. Qed.

Lemma reach_holds : forall ls p t, stay ls t -> len (place (links ls) p t) <= reach ls p.
Proof.
  intros ls p t H. induction H as [|k l [[S _] B] _ IH]; simpl. lra.
  generalize (move_sub (joint_in k) t (place (links l) p t) zero). intro M.
  assert (E : len (move (joint_in k) t (place (links l) p t) - move (joint_in k) t zero) = len (place (links l) p t)).
  { destruct S as [O [U _]]. fold (joint_in k) in O, U. rewrite M, len_apply by auto.
    replace (place (links l) p t - zero)%V with (place (links l) p t)
      by (destruct (place (links l) p t); vector_ring).
    destruct (turns (joint_in k)); auto. apply len_turn; auto. }
  set (x := move (joint_in k) t (place (links l) p t)) in *. set (o := move (joint_in k) t zero) in *.
  generalize (triangle_sub x o zero). replace (x - zero)%V with x by (destruct x; vector_ring).
  replace (o - zero)%V with o by (destruct o; vector_ring). lra.
Qed.

Lemma arm_holds : forall k l p t, stays k t -> stay l t -> lever (joint_in k) (links l) p t <= arm k l p.
Proof.
  intros k l p t [[[_ [U _]] _] _] L. unfold lever, arm. destruct (turns (joint_in k)); [|lra].
  destruct l as [|i l]. simpl; lra.
  eapply Rle_trans. apply len_cross_unit; auto. apply reach_holds; auto.
Qed.

Lemma bend_above_holds : forall ls p t above high, 0 <= above <= high -> stay ls t ->
  curvature_sum above (links ls) p t <= bend_above high ls p.
Proof.
  intros ls p t above high H S. revert above high H. induction S as [|k l K L IH]; intros above high H; simpl. lra.
  generalize (arm_holds k l p t K L). intro A. destruct K as [[_ [Q1 Q2]] _]. fold (joint_in k) in Q1, Q2.
  assert (P : 0 <= lever (joint_in k) (links l) p t)
    by (unfold lever; destruct (turns (joint_in k)); [apply len_pos | lra]).
  generalize (Rabs_pos (rate (joint_in k) t)) (Rabs_pos (bend (joint_in k) t)). intros q1 q2.
  assert (I : 0 <= if_turns (joint_in k) (Rabs (rate (joint_in k) t)) <=
    if_turns (joint_in k) (rate_limit (limits k))) by (unfold if_turns; destruct (turns (joint_in k)); lra).
  apply Rplus_le_compat.
  - unfold weight. apply product_le; auto.
    + unfold if_turns. generalize (Rmult_le_pos _ _ q1 q1) (Rmult_le_pos _ _ (proj1 H) q1).
      destruct (turns (joint_in k)); lra.
    + generalize (product_le _ _ _ _ q1 q1 Q1 Q1) (product_le _ _ _ _ (proj1 H) q1 (proj2 H) Q1).
      unfold if_turns. destruct (turns (joint_in k)); lra.
  - apply IH. lra.
Qed.

(* (7) |p''| <= A(p) = Sum_j |J_j| w_j, w_j = S_j + R_j (R_j [j turns] + 2 Sum_(i<j) [i turns] R_i), with these arms. *)
Theorem rule_7 : forall ls p t, stay ls t -> len (acceleration (links ls) p t) <= bending ls p.
Proof.
  intros ls p t S. eapply Rle_trans. apply rule_1. apply stay_sound; auto.
  apply bend_above_holds; auto. lra.
Qed.

(* A(p) as three terms: a number times the distance of p from the axis of the last joint, a number times its distance
   from the origin of the last joint's frame, and a constant. *)
Record terms := Terms { per_axis : R; per_origin : R; constant : R }.
Fixpoint spans (ls : list spanned) := match ls with [] => 0 | k :: l => span k + spans l end.
Fixpoint terms_of (above : R) (ls : list spanned) : terms := match ls with
  | [] => Terms 0 0 0
  | k :: l => let w := weight above k in
    let rest := terms_of (above + if_turns (joint_in k) (rate_limit (limits k))) l in
    if turns (joint_in k) then match l with
      | [] => Terms w 0 0
      | _ => Terms (per_axis rest) (w + per_origin rest) (w * spans l + constant rest)
      end
    else Terms (per_axis rest) (per_origin rest) (w + constant rest)
  end.
Fixpoint from_axis (ls : list spanned) (p : vector) := match ls with
  | [] => 0
  | [k] => len (cross (axis (joint_in k)) p)
  | _ :: l => from_axis l p
  end.

Lemma reach_spans : forall ls p, reach ls p = len p + spans ls.
Proof. intros ls p. induction ls as [|k l IH]; simpl. ring. rewrite IH. ring. Qed.

Theorem rule_7_terms : forall ls p, let c := terms_of 0 ls in
  bending ls p = per_axis c * from_axis ls p + per_origin c * len p + constant c.
Proof.
  intros ls p. unfold bending. generalize 0. induction ls as [|k l IH]; intro above. simpl; ring.
  cbn [bend_above terms_of]. rewrite IH. unfold arm.
  destruct l as [|i l]; destruct (turns (joint_in k)); cbn [per_axis per_origin constant].
  - simpl. ring.
  - simpl. ring.
  - rewrite reach_spans. cbn [from_axis]. ring.
  - cbn [from_axis]. ring.
Qed.

(* The segment from u to v is farther than d from all points of a set. *)
Definition segment_far (u v : vector) (set : vector -> Prop) (d : R) :=
  forall k, 0 <= k <= 1 -> forall q, set q -> d < len (q - (u + k * (v - u))).

(* It is so if a direction n shows it at both ends: n.q >= least of all points q of the set. *)
Theorem segment_apart : forall n u v (set : vector -> Prop) d least, (forall q, set q -> least <= dot n q) ->
  d * len n < least - dot n u -> d * len n < least - dot n v -> segment_far u v set d.
Proof.
  intros n u v set d least L U V k K q Q. apply apart with n.
  rewrite dot_sub, dot_add, dot_scale, dot_sub. generalize (L q Q).
  assert (k * (dot n v - dot n u) <= Rmax 0 (dot n v - dot n u)).
  { destruct (Rle_dec 0 (dot n v - dot n u)).
    - rewrite Rmax_right by auto. nra.
    - rewrite Rmax_left by lra. nra. }
  unfold Rmax in H. destruct (Rle_dec 0 (dot n v - dot n u)); lra.
Qed.

(* How far a path may be from its chord over [a, b]. *)
Definition bow (A a b : R) := A * ((b - a) * (b - a)) / 8.

(* Over the interval [a, b]. *)
Section Interval.
Variables (a b : R).
Hypothesis ordered : a < b.
Definition all_stay (ls : list spanned) := forall t, a <= t <= b -> stay ls t.

(* (8) for a ball c of a body at the end of the joints ls, and a set that does not move. *)
Definition keeps_off (ls : list spanned) (c : ball) (set : vector -> Prop) (required : R) :=
  segment_far (place (links ls) (centre c) a) (place (links ls) (centre c) b) set
    (required + radius c + bow (bending ls (centre c)) a b).

Lemma between : forall t, a <= t <= b -> 0 <= (t - a) / (b - a) <= 1.
Proof. intros t Ht. split. apply Rdiv_le_0_compat; lra. apply Rle_div_l; lra. Qed.

Lemma chord_of_links : forall ls p, all_stay ls -> forall t, a <= t <= b ->
  len (place (links ls) p t - chord (place (links ls) p) a b t) <= bow (bending ls p) a b.
Proof.
  intros ls p S t Ht. unfold bow.
  apply chord_rule with (velocity (links ls) p) (acceleration (links ls) p); auto.
  - intros; apply chain_derives, stay_sound; auto.
  - intros; apply chain_derives, stay_sound; auto.
  - intros; apply rule_7; auto.
Qed.

Theorem rule_8 : forall ls c set required, all_stay ls -> keeps_off ls c set required ->
  forall t, a <= t <= b -> forall p q, in_ball c p -> set q -> len (q - place (links ls) p t) > required.
Proof.
  intros ls c set required S K t Ht p q P Q.
  generalize (K _ (between t Ht) q Q) (chord_of_links ls (centre c) S t Ht).
  change (place (links ls) (centre c) a + (t - a) / (b - a) * (place (links ls) (centre c) b -
    place (links ls) (centre c) a))%V with (chord (place (links ls) (centre c)) a b t).
  set (e := chord _ a b t). intros F E.
  assert (I : len (place (links ls) p t - place (links ls) (centre c) t) <= radius c)
    by (rewrite place_isometry; auto; apply stay_sound; auto).
  set (x := place (links ls) p t) in *. set (y := place (links ls) (centre c) t) in *.
  generalize (triangle_sub q x e) (triangle_sub x y e). lra.
Qed.

(* (9) for balls c and d of two bodies, whose joints ls and ks begin in the common frame. *)
Definition keep_apart (ls ks : list spanned) (c d : ball) (required : R) :=
  segment_far (place (links ks) (centre d) a - place (links ls) (centre c) a)
    (place (links ks) (centre d) b - place (links ls) (centre c) b) (fun o => o = zero)
    (required + radius c + radius d + bow (bending ls (centre c) + bending ks (centre d)) a b).

Theorem rule_9 : forall ls ks c d required, all_stay ls -> all_stay ks -> keep_apart ls ks c d required ->
  forall t, a <= t <= b -> forall p q, in_ball c p -> in_ball d q ->
  len (place (links ks) q t - place (links ls) p t) > required.
Proof.
  intros ls ks c d required S T K t Ht p q P Q.
  set (f := fun s => (place (links ks) (centre d) s - place (links ls) (centre c) s)%V).
  generalize (K _ (between t Ht) zero eq_refl).
  change (place (links ks) (centre d) a - place (links ls) (centre c) a + (t - a) / (b - a) *
    (place (links ks) (centre d) b - place (links ls) (centre c) b -
     (place (links ks) (centre d) a - place (links ls) (centre c) a)))%V with (chord f a b t).
  assert (E : len (f t - chord f a b t) <= bow (bending ls (centre c) + bending ks (centre d)) a b).
  { apply chord_rule with (fun s => velocity (links ks) (centre d) s - velocity (links ls) (centre c) s)%V
      (fun s => acceleration (links ks) (centre d) s - acceleration (links ls) (centre c) s)%V; auto.
    - intros s Hs; apply derives_sub; apply chain_derives, stay_sound; auto.
    - intros s Hs; apply derives_sub; apply chain_derives, stay_sound; auto.
    - intros s Hs. generalize (rule_7 ls (centre c) s (S s Hs)) (rule_7 ks (centre d) s (T s Hs)).
      set (x := acceleration (links ls) (centre c) s). set (y := acceleration (links ks) (centre d) s).
      generalize (triangle_sub y zero x). replace (y - zero)%V with y by (destruct y; vector_ring).
      rewrite (len_sub_sym zero x). replace (x - zero)%V with x by (destruct x; vector_ring). lra. }
  rewrite len_sub_sym. set (e := chord f a b t) in *. replace (e - zero)%V with e by (destruct e; vector_ring).
  unfold f in E. intro F.
  assert (I : len (place (links ls) p t - place (links ls) (centre c) t) <= radius c)
    by (rewrite place_isometry; auto; apply stay_sound; auto).
  assert (J : len (place (links ks) q t - place (links ks) (centre d) t) <= radius d)
    by (rewrite place_isometry; auto; apply stay_sound; auto).
  revert E F I J.
  generalize (place (links ls) p t) (place (links ls) (centre c) t) (place (links ks) q t)
    (place (links ks) (centre d) t). intros x y z w E F I J.
  generalize (triangle_sub e (w - y) (z - x)) (len_sub_sym e (w - y)).
  replace (w - y - (z - x))%V with ((x - y) - (z - w))%V by vector_ring. intros A B.
  generalize (triangle_sub (x - y) zero (z - w)). replace (x - y - zero)%V with (x - y)%V by vector_ring.
  rewrite (len_sub_sym zero). replace (z - w - zero)%V with (z - w)%V by vector_ring. intro C.
  generalize (triangle_sub e (z - x) zero).
  replace (e - zero)%V with e by (destruct e; vector_ring).
  replace (z - x - zero)%V with (z - x)%V by vector_ring. lra.
Qed.
End Interval.

(* (6) The two sets as balls, each a point of a core with the radius there: A and B bound the second derivatives of all
   points of the cores. At both times least is at most the least product of n with a point of the second set, most at
   least the most product with a point of the first. *)
Section Direction.
Variables (a b : R) (ls ks : list spanned) (n : vector) (P Q : ball -> Prop) (A B required : R).
Hypothesis ordered : a < b.
Hypothesis motion_a : all_stay a b ls.
Hypothesis motion_b : all_stay a b ks.
Hypothesis bend_a : forall c, P c -> bending ls (centre c) <= A.
Hypothesis bend_b : forall d, Q d -> bending ks (centre d) <= B.

Theorem rule_6 :
  (forall t, t = a \/ t = b -> exists least most,
    (forall d, Q d -> least <= dot n (place (links ks) (centre d) t) - len n * radius d) /\
    (forall c, P c -> dot n (place (links ls) (centre c) t) + len n * radius c <= most) /\
    least - most > (required + bow (A + B) a b) * len n) ->
  forall t, a <= t <= b -> forall c d p q, P c -> Q d -> in_ball c p -> in_ball d q ->
  len (place (links ks) q t - place (links ls) p t) > required.
Proof.
  intros H t Ht c d p q Pc Qd I J. apply (rule_9 a b ordered ls ks c d required motion_a motion_b); auto.
  assert (L : len (-1 * n) = len n) by (rewrite len_scale, Rabs_left by lra; lra).
  assert (N : len n * bow (bending ls (centre c) + bending ks (centre d)) a b <= len n * bow (A + B) a b).
  { apply Rmult_le_compat_l. apply len_pos. generalize (bend_a c Pc) (bend_b d Qd). intros.
    assert (S : 0 <= (b - a) * (b - a)) by apply Rle_0_sqr. unfold bow.
    assert ((bending ls (centre c) + bending ks (centre d)) * ((b - a) * (b - a)) <= (A + B) * ((b - a) * (b - a)))
      by (apply Rmult_le_compat_r; lra). lra. }
  assert (E : forall s, s = a \/ s = b -> (required + radius c + radius d +
      bow (bending ls (centre c) + bending ks (centre d)) a b) * len (-1 * n) <
    0 - dot (-1 * n) (place (links ks) (centre d) s - place (links ls) (centre c) s)).
  { intros s Hs. destruct (H s Hs) as [least [most [Least [Most G]]]]. generalize (Least d Qd) (Most c Pc).
    rewrite dot_opp, dot_sub, L. lra. }
  unfold keep_apart. apply segment_apart with (-1 * n)%V 0; auto.
  intros o ->. right. vector_ring.
Qed.
End Direction.

(* The same of hulls of balls, with A and B bounds at the centres of the balls, and the support values of these. *)
Inductive blend (l : list ball) : ball -> Prop :=
| blend_in : forall c, In c l -> blend l c
| blend_mix : forall c d k, blend l c -> blend l d -> 0 <= k <= 1 ->
    blend l (Ball (k * centre c + (1 - k) * centre d) (k * radius c + (1 - k) * radius d)).

Lemma hull_blend : forall l p, hull l p -> exists c, blend l c /\ in_ball c p.
Proof.
  intros l p H. induction H as [c p I B | p q k _ [c [C P]] _ [d [D Q]] K].
  - exists c. split; auto. apply blend_in; auto.
  - eexists. split. apply (blend_mix l c d k); auto. unfold in_ball in *; simpl.
    replace (k * p + (1 - k) * q - (k * centre c + (1 - k) * centre d))%V
      with (k * (p - centre c) + (1 - k) * (q - centre d))%V by vector_ring.
    eapply Rle_trans. apply triangle. rewrite !len_scale, !Rabs_right by lra. nra.
Qed.

Lemma len_mix : forall k u v, 0 <= k <= 1 -> len (k * u + (1 - k) * v) <= k * len u + (1 - k) * len v.
Proof. intros. eapply Rle_trans. apply triangle. rewrite !len_scale, !Rabs_right by lra. lra. Qed.

Lemma arm_mix : forall i l p q k, 0 <= k <= 1 -> arm i l (k * p + (1 - k) * q) <= k * arm i l p + (1 - k) * arm i l q.
Proof.
  intros i l p q k K. unfold arm. destruct (turns (joint_in i)); [|lra]. destruct l as [|j l].
  - replace (cross (axis (joint_in i)) (k * p + (1 - k) * q)) with
      (k * cross (axis (joint_in i)) p + (1 - k) * cross (axis (joint_in i)) q)%V by vector_ring.
    apply len_mix; auto.
  - rewrite !reach_spans. generalize (len_mix k p q K). lra.
Qed.

Lemma bending_mix : forall ls t p q k, stay ls t -> 0 <= k <= 1 ->
  bending ls (k * p + (1 - k) * q) <= k * bending ls p + (1 - k) * bending ls q.
Proof.
  intros ls t p q k S K. unfold bending. assert (Z : 0 <= 0) by lra. revert Z. generalize 0 at 2 3 4 5.
  induction S as [|i l [[_ [R1 B1]] _] _ IH]; intros above Z; cbn [bend_above]. lra.
  generalize (Rabs_pos (rate (joint_of (limits i)) t)) (Rabs_pos (bend (joint_of (limits i)) t)). intros r0 b0.
  assert (W : 0 <= if_turns (joint_in i) (rate_limit (limits i)))
    by (unfold if_turns; destruct (turns (joint_in i)); lra).
  assert (0 <= weight above i).
  { unfold weight. assert (0 <= rate_limit (limits i) * (if_turns (joint_in i) (rate_limit (limits i)) + 2 * above))
      by (apply Rmult_le_pos; lra). lra. }
  generalize (Rmult_le_compat_r _ _ _ H (arm_mix i l p q k K)).
  assert (0 <= above + if_turns (joint_in i) (rate_limit (limits i))) by lra. generalize (IH _ H0). lra.
Qed.

Lemma bending_blend : forall ls t l A, stay ls t -> (forall c, In c l -> bending ls (centre c) <= A) ->
  forall c, blend l c -> bending ls (centre c) <= A.
Proof.
  intros ls t l A S H c B. induction B as [c I | c d k _ C _ D K]; auto.
  simpl. eapply Rle_trans. apply (bending_mix ls t); auto. nra.
Qed.

Corollary rule_6_hulls : forall a b ls ks n P Q A B required, a < b -> all_stay a b ls -> all_stay a b ks ->
  (forall c, In c P -> bending ls (centre c) <= A) -> (forall d, In d Q -> bending ks (centre d) <= B) ->
  (forall t, t = a \/ t = b -> exists least most,
    (forall d, In d Q -> least <= dot n (place (links ks) (centre d) t) - len n * radius d) /\
    (forall c, In c P -> dot n (place (links ls) (centre c) t) + len n * radius c <= most) /\
    least - most > (required + bow (A + B) a b) * len n) ->
  forall t, a <= t <= b -> forall p q, hull P p -> hull Q q ->
  len (place (links ks) q t - place (links ls) p t) > required.
Proof.
  intros a b ls ks n P Q A B required L S T HA HB H t Ht p q X Y.
  destruct (hull_blend P p X) as [c [C Cp]]. destruct (hull_blend Q q Y) as [d [D Dq]].
  assert (I : a <= a <= b) by lra.
  apply (rule_6 a b ls ks n (blend P) (blend Q) A B required L S T) with (c := c) (d := d); auto.
  - apply (bending_blend ls a); auto.
  - apply (bending_blend ks a); auto.
  - intros s Hs. destruct (H s Hs) as [least [most [Least [Most G]]]]. exists least, most. split; [|split]; auto.
    + intros e E. induction E as [e E | e f k _ IHe _ IHf K]; auto.
      simpl. rewrite place_affine, dot_add, !dot_scale. nra.
    + intros e E. induction E as [e E | e f k _ IHe _ IHf K]; auto.
      simpl. rewrite place_affine, dot_add, !dot_scale. nra.
Qed.

(* A body that joints move from the common frame of a pair: its points, its cover and its ball. *)
Record mover := Mover { moving : list joint; mover_points : vector -> Prop; covering : list ball; about_all : ball }.
Definition covered_by_balls (m : mover) := forall p, mover_points m p ->
  in_ball (about_all m) p /\ exists c, In c (covering m) /\ in_ball c p.

(* The second body of a pair: an obstacle, in the world, with the set around it; or another body of a robot. *)
Inductive other := Obstacle (its_points around : vector -> Prop) | Robot (m : mover).
Record pair := Pair { first : mover; second : other; required : R }.
Definition contained (k : pair) := covered_by_balls (first k) /\ match second k with
  | Obstacle its_points around => forall q, its_points q -> around q
  | Robot m => covered_by_balls m
  end.

(* The bodies of the pair are farther than required apart at t. *)
Definition apart_at (k : pair) (t : R) := forall p q, mover_points (first k) p ->
  match second k with
  | Obstacle its_points _ => its_points q -> len (q - place (moving (first k)) p t) > required k
  | Robot m => mover_points m q -> len (place (moving m) q t - place (moving (first k)) p t) > required k
  end.

(* What is tested of a pair on an interval, with any bounds on the coordinates of the joints that hold there. *)
Definition bounds_on (a b : R) (js : list joint) (ls : list spanned) := links ls = js /\ all_stay a b ls.
Definition tested (k : pair) (a b : R) := let r := required k in
  exists ls, bounds_on a b (moving (first k)) ls /\ match second k with
  | Obstacle _ around => keeps_off a b ls (about_all (first k)) around r \/
      forall c, In c (covering (first k)) -> keeps_off a b ls c around r
  | Robot m => exists ks, bounds_on a b (moving m) ks /\
      forall c d, In c (covering (first k)) -> In d (covering m) ->
        keep_apart a b ls ks c d r \/ keep_apart a b ls ks c (about_all m) r \/
        keep_apart a b ls ks (about_all (first k)) d r \/ keep_apart a b ls ks (about_all (first k)) (about_all m) r
  end.

Lemma tested_apart : forall k a b, a < b -> contained k -> tested k a b -> forall t, a <= t <= b -> apart_at k t.
Proof.
  intros [m [its_points around|o] r] a b L [C D] [ls [[E S] H]] t Ht p q P; cbn [first second required] in *.
  - intro Q. destruct (C p P) as [W [c [Ic Bc]]]. rewrite <- E. destruct H as [H|H].
    + apply (rule_8 a b L ls (about_all m) around r S H); auto.
    + apply (rule_8 a b L ls c around r S (H c Ic)); auto.
  - intro Q. destruct H as [ks [[F T] H]]. destruct (C p P) as [W [c [Ic Bc]]]. destruct (D q Q) as [V [d [Id Bd]]].
    rewrite <- E, <- F. destruct (H c d Ic Id) as [K|[K|[K|K]]]; revert K; intro K;
      eapply (rule_9 a b L ls ks _ _ r S T K); eauto.
Qed.

(* A block: eight times; it is about the pairs listed, on the intervals whose bits are set in their masks, or about all
   pairs, but for the listed ones on these intervals. *)
Record block := Block { times : nat -> R; only : bool; listed : list (nat * nat) }.
Definition speaks (k : block) (index interval : nat) := if only k
  then exists mask, In (index, mask) (listed k) /\ Nat.testbit mask interval = true
  else forall mask, In (index, mask) (listed k) -> Nat.testbit mask interval = false.
Definition holds_of (pairs : list pair) (k : block) := forall interval, (interval < 7)%nat ->
  times k interval < times k (S interval) /\ forall index p, nth_error pairs index = Some p ->
    speaks k index interval -> tested p (times k interval) (times k (S interval)).

Theorem block_proves : forall pairs k, (forall p, In p pairs -> contained p) -> holds_of pairs k ->
  forall index p interval t, nth_error pairs index = Some p -> (interval < 7)%nat -> speaks k index interval ->
  times k interval <= t <= times k (S interval) -> apart_at p t.
Proof.
  intros pairs k C H index p interval t E I Sp Ht. destruct (H interval I) as [L T].
  apply (tested_apart p (times k interval) (times k (S interval))); auto.
  - apply C. apply nth_error_In with (1 := E).
  - apply (T index); auto.
Qed.

(* With other claims: if intervals, each one of a block that speaks of the pair or one over which a claim proves the
   bodies apart, cover [begin, fin], then the bodies are apart at every time of [begin, fin]. *)
Theorem blocks_prove : forall pairs blocks index p intervals begin fin, (forall q, In q pairs -> contained q) ->
  (forall k, In k blocks -> holds_of pairs k) -> nth_error pairs index = Some p ->
  (forall from to, In (from, to) intervals ->
    (exists k interval, In k blocks /\ (interval < 7)%nat /\ speaks k index interval /\
      from = times k interval /\ to = times k (S interval)) \/
    (forall t, from <= t <= to -> apart_at p t)) ->
  cover_time intervals begin fin -> forall t, begin <= t <= fin -> apart_at p t.
Proof.
  intros pairs blocks index p intervals begin fin C H E I T t Ht.
  destruct (time_covered _ _ _ _ T Ht) as [from [to [J K]]].
  destruct (I from to J) as [[k [i [Ik [L [S [-> ->]]]]]]|F]; auto.
  apply (block_proves pairs k C (H k Ik) index p i t); auto.
Qed.

(* Every point of the common frame is the place of a point of the body. *)
Lemma apply_onto : forall M y, rotation M -> exists p, apply M p = y.
Proof.
  intros [u v w] y [U [V [W E]]]. simpl in *. subst w.
  exists (Vector (dot u y) (dot v y) (dot (cross u v) y)). unfold apply; simpl.
  transitivity (dot (cross u v) (cross u v) * y)%V.
  - transitivity ((dot v v * dot u y - dot u v * dot v y) * u + (dot u u * dot v y - dot u v * dot u y) * v
      + dot (cross u v) y * cross u v)%V.
    + rewrite U, V, W. vector_ring.
    + vector_ring.
  - rewrite lagrange, U, V, W. destruct y. vector_ring.
Qed.

Lemma turn_back : forall u x v, dot u u = 1 -> turn u x (turn u (- x) v) = v.
Proof.
  intros u x v U. unfold turn. rewrite sin_neg, cos_neg.
  replace (cross u (v + (- sin x * cross u v + (1 - cos x) * cross u (cross u v))))%V
    with (cross u v + - sin x * cross u (cross u v) + (1 - cos x) * cross u (cross u (cross u v)))%V by vector_ring.
  rewrite (cross_thrice u U).
  replace (cross u (cross u v + - sin x * cross u (cross u v) + (1 - cos x) * (-1 * cross u v)))%V
    with (cos x * cross u (cross u v) + - sin x * cross u (cross u (cross u v)))%V by vector_ring.
  rewrite (cross_thrice u U).
  generalize (cross u v) (cross u (cross u v)) (sin2_cos2 x). unfold Rsqr. intros y z S.
  transitivity (v + (1 - (sin x * sin x + cos x * cos x)) * z)%V.
  - vector_ring.
  - rewrite S. destruct v. vector_ring.
Qed.

Lemma place_onto : forall js t y, sound_chain js t -> exists p, place js p t = y.
Proof.
  intros js t y S. revert y. induction S as [|j l [O [U _]] _ IH]; intro y; simpl. exists y; auto.
  destruct (apply_onto (axes j) (y - origin j) O) as [x X].
  destruct (IH (if turns j then turn (axis j) (- value j t) x else x - value j t * axis j)%V) as [p P].
  exists p. rewrite P. unfold move. destruct (turns j).
  - rewrite turn_back, X by auto. destruct y. vector_ring.
  - replace (x - value j t * axis j + value j t * axis j)%V with x by (destruct x; vector_ring).
    rewrite X. destruct y. vector_ring.
Qed.

Lemma nearest_points : forall P Q r s, 0 <= r -> 0 <= s -> exists x y, in_ball (Ball P r) x /\ in_ball (Ball Q s) y /\
  len (y - x) <= Rmax 0 (len (Q - P) - r - s).
Proof.
  intros P Q r s Hr Hs. unfold in_ball; simpl. set (d := len (Q - P)).
  assert (D0 : 0 <= d) by apply len_pos.
  assert (Z : forall k, 0 <= k <= 1 -> len (P + k * (Q - P) - P) = k * d /\ len (P + k * (Q - P) - Q) = (1 - k) * d).
  { intros k K. split.
    - replace (P + k * (Q - P) - P)%V with (k * (Q - P))%V by vector_ring. rewrite len_scale, Rabs_right by lra. auto.
    - replace (P + k * (Q - P) - Q)%V with ((-1 * (1 - k)) * (Q - P))%V by vector_ring.
      rewrite len_scale. replace (Rabs (-1 * (1 - k))) with (1 - k); auto. rewrite Rabs_left1; lra. }
  destruct (Rle_dec d (r + s)).
  - assert (K : exists k, 0 <= k <= 1 /\ k * d <= r /\ (1 - k) * d <= s).
    { destruct (Rle_dec d r). exists 1. repeat split; lra.
      exists (r / d). assert (r / d * d = r) by (field; lra).
      split; [split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; lra]|]. lra. }
    destruct K as [k [K [A B]]]. destruct (Z k K) as [X Y]. exists (P + k * (Q - P))%V, (P + k * (Q - P))%V.
    split; [lra|]. split; [lra|].
    replace (P + k * (Q - P) - (P + k * (Q - P)))%V with zero by vector_ring. rewrite len_zero. apply Rmax_l.
  - assert (E : r / d * d = r) by (field; lra). assert (F : s / d * d = s) by (field; lra).
    assert (0 <= r / d <= 1) by (split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; lra]).
    assert (0 <= s / d <= 1) by (split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; lra]).
    destruct (Z (r / d)) as [X _]; auto. destruct (Z (1 - s / d)) as [_ Y]; [lra|].
    exists (P + r / d * (Q - P))%V, (P + (1 - s / d) * (Q - P))%V.
    split; [lra|]. split; [lra|].
    replace (P + (1 - s / d) * (Q - P) - (P + r / d * (Q - P)))%V with ((1 - s / d - r / d) * (Q - P))%V by vector_ring.
    rewrite len_scale. fold d. eapply Rle_trans. 2: apply Rmax_r.
    assert (0 <= 1 - s / d - r / d).
    { apply Rmult_le_reg_r with d. lra. lra. }
    rewrite Rabs_right by lra. lra.
Qed.

(* (10) Of two bodies, whose joints js and ks begin in the common frame: P and Q are points of the cores of two elements
   with the radii r and s, and d apart at the time t. Then two points, one of each element, are at most
   max(0, d - r - s) apart at t. *)
Theorem rule_10 : forall js ks t P Q r s, sound_chain js t -> sound_chain ks t -> 0 <= r -> 0 <= s ->
  exists p q, in_ball (Ball P r) p /\ in_ball (Ball Q s) q /\
    len (place ks q t - place js p t) <= Rmax 0 (len (place ks Q t - place js P t) - r - s).
Proof.
  intros js ks t P Q r s J K Hr Hs.
  destruct (nearest_points (place js P t) (place ks Q t) r s Hr Hs) as [x [y [X [Y D]]]].
  destruct (place_onto js t x J) as [p E]. destruct (place_onto ks t y K) as [q F].
  exists p, q. unfold in_ball in *. simpl in *.
  rewrite <- (place_isometry js p P t J), <- (place_isometry ks q Q t K), E, F. auto.
Qed.

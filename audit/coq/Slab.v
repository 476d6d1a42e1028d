(* Rule (4) of docs/proofs.md, `slab`: a direction n + tau u that may turn separates two sets throughout an interval,
   because a function g that is concave on either side of m is positive at m and at both ends.

   At the time m + tau, with p and q the places of two points at m, v + w x p their velocities,
     g(tau) = (n + tau (u + n x w_B)).q - (n + tau (u + n x w_A)).p + tau n.(v_B - v_A)
              - tau^2/2 A (|n| + |tau| |u|) - tau^2 |u| V - required |n + tau u|. *)
From Coq Require Import Reals Lra Psatz List.
From Leeway Require Import Vector Path Chain Bounds Hull Body.
Open Scope R_scope.

(* -tau^2/2 A (|n| + |tau| |u|) - tau^2 |u| V - required |n + tau u|. *)
Definition loss (n u : vector) (A V required tau : R) :=
  tau * tau / 2 * A * (len n + Rabs tau * len u) + tau * tau * len u * V + required * len (n + tau * u).

(* A function that is affine less a loss is concave on either side of 0. *)
Lemma loss_convex : forall n u A V required k s, 0 <= A -> 0 <= V -> 0 <= required -> 0 <= k <= 1 ->
  loss n u A V required (k * s) <= (1 - k) * loss n u A V required 0 + k * loss n u A V required s.
Proof.
  intros n u A V required k s HA HV Hr Hk. unfold loss.
  generalize (len_pos n) (len_pos u) (Rabs_pos s). intros N U S.
  assert (s2 : 0 <= s * s) by apply Rle_0_sqr.
  assert (k2 : k * k <= k) by nra. assert (k3 : k * k * k <= k) by nra.
  rewrite Rabs_mult, (Rabs_right k), Rabs_R0 by lra.
  assert (T : len (n + (k * s) * u) <= (1 - k) * len n + k * len (n + s * u)).
  { replace (n + (k * s) * u)%V with ((1 - k) * n + k * (n + s * u))%V by vector_ring.
    eapply Rle_trans. apply triangle. rewrite !len_scale, !Rabs_right by lra. lra. }
  replace (n + 0 * u)%V with n by (destruct n; vector_ring).
  assert (P : forall x y, x <= y -> forall z, 0 <= z -> z * x <= z * y)
    by (intros; apply Rmult_le_compat_l; auto).
  generalize (P _ _ k2 (s * s / 2 * A * len n)) (P _ _ k3 (s * s / 2 * A * (Rabs s * len u)))
    (P _ _ k2 (s * s * len u * V)) (P _ _ T required Hr). intros X Y Z W.
  assert (0 <= s * s / 2 * A) by (apply Rmult_le_pos; lra).
  assert (0 <= s * s / 2 * A * len n) by (apply Rmult_le_pos; auto).
  assert (0 <= s * s / 2 * A * (Rabs s * len u)) by (apply Rmult_le_pos; auto; apply Rmult_le_pos; auto).
  assert (0 <= s * s * len u * V) by (apply Rmult_le_pos; auto; apply Rmult_le_pos; auto).
  generalize (X H0) (Y H1) (Z H2). lra.
Qed.

Lemma concave_positive : forall f0 f1 n u A V required s tau, 0 <= A -> 0 <= V -> 0 <= required ->
  (0 <= tau <= s \/ s <= tau <= 0) ->
  0 < f0 + 0 * f1 - loss n u A V required 0 -> 0 < f0 + s * f1 - loss n u A V required s ->
  0 < f0 + tau * f1 - loss n u A V required tau.
Proof.
  intros f0 f1 n u A V required s tau HA HV Hr Ht G0 Gs. destruct (Req_dec s 0) as [E|E].
  - replace tau with 0 by lra. auto.
  - assert (K : 0 <= tau / s <= 1).
    { destruct Ht as [Ht|Ht].
      - split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
        apply Rmult_le_reg_r with s. lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
      - replace (tau / s) with (- tau / - s) by (field; auto).
        split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
        apply Rmult_le_reg_r with (- s). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    generalize (loss_convex n u A V required (tau / s) s HA HV Hr K).
    replace (tau / s * s) with tau by (field; auto). intro L.
    assert (F : tau * f1 = tau / s * (s * f1)) by (field; auto). rewrite F. revert L G0 Gs K.
    generalize (loss n u A V required 0) (loss n u A V required s) (loss n u A V required tau) (tau / s) (s * f1).
    intros L0 Ls Lt k f L G0 Gs K. replace (0 * f1) with 0 in G0 by ring.
    assert (0 <= k * (f0 + f - Ls)) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - k) * (f0 + 0 - L0)) by (apply Rmult_le_pos; lra).
    destruct (Req_dec k 0) as [Z|Z]. subst k; lra.
    assert (0 < k * (f0 + f - Ls)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Section Claim.
Variables (a b : body) (from to m required : R) (n u : vector).
Hypothesis at_m : from <= m <= to.
Hypothesis motion_a : moves a from to.
Hypothesis motion_b : moves b from to.
Hypothesis required_pos : 0 <= required.

Definition pair_A := A_of a m (half from to m) + A_of b m (half from to m).
Definition pair_V := V_of a m + V_of b m.

(* The directions along which g takes the least of the second body's points and the most of the first's. *)
Definition direction (k : body) (tau : R) := (n + tau * (u + cross n (angular (chain k) m)))%V.

(* g without the support values. *)
Definition rest (tau : R) :=
  tau * dot n (linear (chain b) m - linear (chain a) m) - loss n u pair_A pair_V required tau.

(* g of two points. *)
Definition gap (p q : vector) (tau : R) :=
  dot (direction b tau) (place (chain b) q m) - dot (direction a tau) (place (chain a) p m) + rest tau.

(* Taylor's formula: where g is positive, the points are apart. *)
Lemma gap_apart : forall p q tau, points a p -> points b q -> from <= m + tau <= to -> 0 < gap p q tau ->
  required < len (place (chain b) q (m + tau) - place (chain a) p (m + tau)).
Proof.
  intros p q tau Pp Pq Ht G. set (N := (n + tau * u)%V). apply apart with N.
  set (d := fun t => (place (chain b) q t - place (chain a) p t)%V).
  set (d' := fun t => (velocity (chain b) q t - velocity (chain a) p t)%V).
  set (d'' := fun t => (acceleration (chain b) q t - acceleration (chain a) p t)%V).
  assert (B : forall t, from <= t <= to -> len (d'' t) <= pair_A).
  { intros t I. unfold d'', pair_A. replace (acceleration (chain b) q t - acceleration (chain a) p t)%V
      with (acceleration (chain b) q t + -1 * acceleration (chain a) p t)%V by vector_ring.
    eapply Rle_trans. apply triangle. rewrite len_scale, Rabs_left by lra.
    generalize (A_bound a from to m p at_m motion_a Pp t I) (A_bound b from to m q at_m motion_b Pq t I). lra. }
  assert (D : forall t, from <= t <= to -> derives d d' t /\ derives d' d'' t).
  { intros t I. destruct (chain_derives (chain a) p t (moves_sound a from to motion_a t I)).
    destruct (chain_derives (chain b) q t (moves_sound b from to motion_b t I)). split; apply derives_sub; auto. }
  assert (T : dot N (d m) + tau * dot N (d' m) - len N * pair_A * (tau * tau) / 2 <= dot N (d (m + tau))).
  { generalize (path_taylor d d' from to m (m + tau) (fun t I => proj1 (D t I)) at_m Ht d'' pair_A
      (fun t I => proj2 (D t I)) B N). replace (m + tau - m) with tau by ring. auto. }
  change (place (chain b) q (m + tau) - place (chain a) p (m + tau))%V with (d (m + tau)).
  assert (A0 : 0 <= pair_A) by (eapply Rle_trans; [apply len_pos | apply (B m at_m)]).
  assert (t2 : 0 <= tau * tau) by apply Rle_0_sqr.
  assert (LN : len N <= len n + Rabs tau * len u)
    by (unfold N; eapply Rle_trans; [apply triangle | rewrite len_scale; lra]).
  assert (LA : len N * pair_A * (tau * tau) / 2 <= tau * tau / 2 * pair_A * (len n + Rabs tau * len u)).
  { replace (len N * pair_A * (tau * tau) / 2) with (tau * tau / 2 * pair_A * len N) by field.
    apply Rmult_le_compat_l; auto. apply Rmult_le_pos; lra. }
  assert (LV : - (len u * pair_V) <= dot u (d' m)).
  { apply dot_below. unfold d', pair_V. replace (velocity (chain b) q m - velocity (chain a) p m)%V
      with (velocity (chain b) q m + -1 * velocity (chain a) p m)%V by vector_ring.
    eapply Rle_trans. apply triangle. rewrite len_scale, Rabs_left by lra.
    generalize (V_bound a from to m p at_m motion_a Pp) (V_bound b from to m q at_m motion_b Pq). lra. }
  assert (LU : tau * tau * - (len u * pair_V) <= tau * tau * dot u (d' m)) by (apply Rmult_le_compat_l; auto).
  assert (E : dot N (d m) + tau * dot N (d' m) = dot (direction b tau) (place (chain b) q m)
    - dot (direction a tau) (place (chain a) p m) + tau * dot n (linear (chain b) m - linear (chain a) m)
    + tau * tau * dot u (d' m)).
  { transitivity (dot N (d m) + tau * dot n (d' m) + tau * tau * dot u (d' m)).
    - unfold N. generalize (d m) (d' m). vector_ring.
    - unfold d at 1, d' at 1, direction, N.
      rewrite (rigid_velocity (chain a) p m) by (apply (moves_sound a from to); auto).
      rewrite (rigid_velocity (chain b) q m) by (apply (moves_sound b from to); auto).
      generalize (tau * tau * dot u (d' m)) (place (chain b) q m) (place (chain a) p m) (linear (chain b) m)
        (linear (chain a) m) (angular (chain b) m) (angular (chain a) m). vector_ring. }
  unfold gap, rest, loss in G. fold N in G. lra.
Qed.

(* g of two points is affine less the loss. *)
Lemma gap_positive : forall p q tau, points a p -> points b q -> from <= m + tau <= to ->
  0 < gap p q 0 -> 0 < gap p q (from - m) -> 0 < gap p q (to - m) -> 0 < gap p q tau.
Proof.
  intros p q tau Pp Pq Ht G0 Gf Gt.
  assert (A0 : 0 <= pair_A).
  { unfold pair_A. generalize (A_bound a from to m p at_m motion_a Pp m at_m)
      (A_bound b from to m q at_m motion_b Pq m at_m) (len_pos (acceleration (chain a) p m))
      (len_pos (acceleration (chain b) q m)). lra. }
  assert (V0 : 0 <= pair_V).
  { unfold pair_V. generalize (V_bound a from to m p at_m motion_a Pp) (V_bound b from to m q at_m motion_b Pq)
      (len_pos (velocity (chain a) p m)) (len_pos (velocity (chain b) q m)). lra. }
  set (f0 := dot n (place (chain b) q m) - dot n (place (chain a) p m)).
  set (f1 := dot (u + cross n (angular (chain b) m)) (place (chain b) q m)
    - dot (u + cross n (angular (chain a) m)) (place (chain a) p m)
    + dot n (linear (chain b) m - linear (chain a) m)).
  assert (E : forall s, gap p q s = f0 + s * f1 - loss n u pair_A pair_V required s).
  { intro s. unfold gap, rest, direction, f0, f1. generalize (loss n u pair_A pair_V required s)
      (cross n (angular (chain b) m)) (cross n (angular (chain a) m)) (place (chain b) q m) (place (chain a) p m)
      (linear (chain b) m - linear (chain a) m)%V. vector_ring. }
  rewrite E in *. destruct (Rle_dec 0 tau).
  - apply concave_positive with (to - m); auto; lra.
  - apply concave_positive with (from - m); auto; lra.
Qed.

(* (4) At each of the three times least is at most the least product of the direction with a point of b, most is at
   least the most product with a point of a, and g > 0 with these in place of the minimum and the maximum. *)
Theorem rule_4 :
  (forall tau, tau = 0 \/ tau = from - m \/ tau = to - m -> exists least most,
    (forall q, points b q -> least <= dot (direction b tau) (place (chain b) q m)) /\
    (forall p, points a p -> dot (direction a tau) (place (chain a) p m) <= most) /\
    least - most + rest tau > 0) ->
  forall t, from <= t <= to -> forall p q, points a p -> points b q ->
  len (place (chain b) q t - place (chain a) p t) > required.
Proof.
  intros H t Ht p q Pp Pq. replace t with (m + (t - m)) by ring.
  assert (G : forall tau, tau = 0 \/ tau = from - m \/ tau = to - m -> 0 < gap p q tau).
  { intros tau I. destruct (H tau I) as [least [most [L [M P]]]]. unfold gap. generalize (L q Pq) (M p Pp). lra. }
  apply gap_apart; auto. lra. apply gap_positive; auto. lra.
Qed.

(* The same of bodies that are hulls of balls: the support values are those of the balls. *)
Corollary rule_4_hulls : forall P Q,
  (forall p, points a p -> hull P p) -> (forall q, points b q -> hull Q q) ->
  (forall tau, tau = 0 \/ tau = from - m \/ tau = to - m -> exists least most,
    (forall c, In c Q -> least <=
      dot (direction b tau) (place (chain b) (centre c) m) - len (direction b tau) * radius c) /\
    (forall c, In c P ->
      dot (direction a tau) (place (chain a) (centre c) m) + len (direction a tau) * radius c <= most) /\
    least - most + rest tau > 0) ->
  forall t, from <= t <= to -> forall p q, points a p -> points b q ->
  len (place (chain b) q t - place (chain a) p t) > required.
Proof.
  intros P Q HP HQ H. apply rule_4. intros tau I.
  destruct (H tau I) as [least [most [L [M G]]]]. exists least, most. repeat split; auto.
  - intros q Pq. apply moved_below with Q; auto. apply (moves_sound b from to); auto.
  - intros p Pp. apply moved_above with P; auto. apply (moves_sound a from to); auto.
Qed.
End Claim.

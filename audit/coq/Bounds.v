(* Bounds on how a chain of joints moves the points of a body, rules (1) to (3) of docs/proofs.md:
   (1) the acceleration of a point, from the rates of the joints and the distances from their axes, at one time;
   (2) the distance of a point from an axis, over an interval of time;
   (3) the recursion from the body to the root that bounds speed, travel and acceleration over an interval;
   and the bound D on the displacement since the time m, the smaller of h travel and h V + h^2 A / 2. *)
From Coq Require Import Reals Lra Psatz List.
From Leeway Require Import Vector Path Chain.
Import ListNotations.
Open Scope R_scope.

Lemma product_le : forall a b c d, 0 <= a -> 0 <= c -> a <= b -> c <= d -> a * c <= b * d.
Proof. intros; apply Rmult_le_compat; auto. Qed.

(* [j turns] x *)
Definition if_turns (j : joint) (x : R) := if turns j then x else 0.

(* |J_j|, J_j the derivative of a point by the coordinate of joint j: the distance of the point from the axis, or 1
   for a slide. The point stands at place l p t in the frame of the joint, with l the joints below it. *)
Definition lever (j : joint) (l : list joint) (p : vector) (t : R) :=
  if turns j then len (cross (axis j) (place l p t)) else 1.

(* The sum over j of |J_j| |q'_j|. *)
Fixpoint speed_sum (js : list joint) (p : vector) (t : R) := match js with
  | [] => 0
  | j :: l => lever j l p t * Rabs (rate j t) + speed_sum l p t
  end.

(* The right side of (1); above is the sum of |q'_i| over the joints i that turn above the first one of the list. *)
Fixpoint curvature_sum (above : R) (js : list joint) (p : vector) (t : R) := match js with
  | [] => 0
  | j :: l => lever j l p t * (Rabs (bend j t) + if_turns j (Rabs (rate j t) * Rabs (rate j t))
        + 2 * (above * Rabs (rate j t)))
      + curvature_sum (above + if_turns j (Rabs (rate j t))) l p t
  end.

Lemma move'_bound : forall j l p t v, sound j t ->
  len (move' j t (place l p t) v) <= lever j l p t * Rabs (rate j t) + len v.
Proof.
  intros j l p t v [O [U _]]. unfold move', lever. rewrite len_apply by auto. destruct (turns j).
  - rewrite len_turn by auto. eapply Rle_trans. apply triangle. rewrite len_scale. lra.
  - eapply Rle_trans. apply triangle. rewrite len_scale.
    replace (len (axis j)) with 1 by (unfold len; rewrite U, sqrt_1; auto). lra.
Qed.

Lemma move''_bound : forall j l p t v a, sound j t ->
  len (move'' j t (place l p t) v a) <=
    lever j l p t * (Rabs (bend j t) + if_turns j (Rabs (rate j t) * Rabs (rate j t))) +
    2 * if_turns j (Rabs (rate j t)) * len v + len a.
Proof.
  intros j l p t v a [O [U _]]. unfold move'', lever, if_turns. rewrite len_apply by auto. destruct (turns j).
  - rewrite len_turn by auto. eapply Rle_trans. apply triangle.
    eapply Rle_trans. apply Rplus_le_compat; apply triangle.
    rewrite !len_scale, len_cross_twice, !Rabs_mult, (Rabs_right 2) by (auto; lra).
    assert (2 * Rabs (rate j t) * len (cross (axis j) v) <= 2 * Rabs (rate j t) * len v).
    { apply Rmult_le_compat_l. generalize (Rabs_pos (rate j t)); lra. apply len_cross_unit; auto. }
    lra.
  - eapply Rle_trans. apply triangle. rewrite len_scale.
    replace (len (axis j)) with 1 by (unfold len; rewrite U, sqrt_1; auto). lra.
Qed.

Lemma speed_at_once : forall js p t, sound_chain js t -> len (velocity js p t) <= speed_sum js p t.
Proof.
  intros js p t H. induction H as [|j l Sj _ IH]; simpl. rewrite len_zero; lra.
  eapply Rle_trans. apply (move'_bound j l p t (velocity l p t)); auto. lra.
Qed.

Lemma curvature_sum_above : forall js p t above,
  curvature_sum above js p t = curvature_sum 0 js p t + 2 * above * speed_sum js p t.
Proof.
  intros js p t. induction js as [|j l IH]; intro above; simpl. ring.
  rewrite IH, (IH (0 + _)). ring.
Qed.

(* (1) |p''| <= Sum_j |J_j| (|q''_j| + |q'_j|^2 [j turns] + 2 Sum_(i<j) [i turns] |q'_i| |q'_j|). *)
Theorem rule_1 : forall js p t, sound_chain js t -> len (acceleration js p t) <= curvature_sum 0 js p t.
Proof.
  intros js p t H. induction H as [|j l Sj Sl IH]; simpl. rewrite len_zero; lra.
  rewrite curvature_sum_above. eapply Rle_trans.
  apply (move''_bound j l p t (velocity l p t) (acceleration l p t)); auto.
  assert (0 <= if_turns j (Rabs (rate j t))) by (unfold if_turns; destruct (turns j); [apply Rabs_pos | lra]).
  assert (if_turns j (Rabs (rate j t)) * len (velocity l p t) <= if_turns j (Rabs (rate j t)) * speed_sum l p t).
  { apply Rmult_le_compat_l; auto. apply speed_at_once; auto. }
  lra.
Qed.

(* Over [lo, hi], of which no time is farther from m than h, for the points p of a ball of the body. *)
Section Interval.
Variables (b : ball) (lo hi m h : R).
Hypothesis at_m : lo <= m <= hi.
Hypothesis near_m : forall t, lo <= t <= hi -> Rabs (t - m) <= h.

(* The largest distance from the axis of j that a point of the ball has at m. *)
Definition now (j : joint) (l : list joint) := len (cross (axis j) (place l (centre b) m)) + radius b.

Lemma in_ball_at : forall l p t, in_ball b p -> sound_chain l t ->
  len (place l p t - place l (centre b) t) <= radius b.
Proof. intros. rewrite place_isometry; auto. Qed.

Lemma now_bound : forall j l p, in_ball b p -> sound j m -> sound_chain l m ->
  len (cross (axis j) (place l p m)) <= now j l.
Proof.
  intros j l p P [_ [U _]] S. unfold now.
  replace (cross (axis j) (place l p m)) with
    (cross (axis j) (place l (centre b) m) + cross (axis j) (place l p m - place l (centre b) m))%V by vector_ring.
  eapply Rle_trans. apply triangle. apply Rplus_le_compat_l.
  eapply Rle_trans. apply len_cross_unit; auto. apply in_ball_at; auto.
Qed.

(* (2) rho_j(t) <= now_j + h Sum_(l>j) |J_l| |q'_l|, the sum bounded over the interval. *)
Theorem rule_2 : forall j l p speed t, in_ball b p ->
  (forall s, lo <= s <= hi -> sound j s /\ sound_chain l s) ->
  (forall s, lo <= s <= hi -> speed_sum l p s <= speed) -> lo <= t <= hi ->
  len (cross (axis j) (place l p t)) <= now j l + h * speed.
Proof.
  intros j l p speed t P S B Ht.
  assert (F : len (place l p t - place l p m) <= speed * Rabs (t - m)).
  { apply path_lipschitz with (velocity l p) lo hi; auto.
    - intros s Hs. apply chain_derives, S; auto.
    - intros s Hs. eapply Rle_trans. apply speed_at_once, S; auto. auto. }
  assert (0 <= speed).
  { eapply Rle_trans. apply len_pos. eapply Rle_trans. apply (speed_at_once l p m), S; auto. auto. }
  assert (speed * Rabs (t - m) <= h * speed) by (rewrite (Rmult_comm h); apply Rmult_le_compat_l; auto).
  replace (cross (axis j) (place l p t)) with
    (cross (axis j) (place l p m) + cross (axis j) (place l p t - place l p m))%V by vector_ring.
  destruct (S m at_m) as [Sj Sl]. generalize (now_bound j l p P Sj Sl). intro N. destruct Sj as [_ [U _]].
  generalize (triangle (cross (axis j) (place l p m)) (cross (axis j) (place l p t - place l p m)))
    (len_cross_unit (axis j) U (place l p t - place l p m)). lra.
Qed.

(* The length of the chain below a joint, stretched out: from the joint's axis to the farthest point of the ball. *)
Definition stretched (l : list joint) :=
  len (centre b) + radius b + fold_right (fun j d => len (origin j) + d) 0 l.

Lemma reach_stretched : forall l p t, in_ball b p -> sound_chain l t -> forallb turns l = true ->
  len (place l p t) <= stretched l.
Proof.
  intros l p t P S. unfold stretched. induction S as [|j l [O [U _]] _ IH]; simpl; intro T.
  - replace p with (centre b + (p - centre b))%V by (destruct p; vector_ring).
    eapply Rle_trans. apply triangle. unfold in_ball in P. lra.
  - apply andb_prop in T. destruct T as [Tj T]. unfold move. rewrite Tj.
    eapply Rle_trans. apply triangle. rewrite len_apply, len_turn by auto. generalize (IH T). lra.
Qed.

(* (2), the other bound: where all joints below j turn, rho_j is at most the length of the chain stretched out. *)
Theorem rule_2_stretched : forall j l p t, in_ball b p -> sound j t -> sound_chain l t -> forallb turns l = true ->
  len (cross (axis j) (place l p t)) <= stretched l.
Proof.
  intros j l p t P [_ [U _]] S T. eapply Rle_trans. apply len_cross_unit; auto. apply reach_stretched; auto.
Qed.

(* The recursion (3), with bounds R_j and S_j on |q'_j| and |q''_j| over the interval. *)
Record limited := Limited { joint_of : joint; rate_limit : R; bend_limit : R }.
Definition joints (ls : list limited) := map joint_of ls.

Record bounds := Bounds { speed : R; travel : R; curvature : R }.

Definition most (j : joint) (l : list joint) (below : bounds) :=
  if forallb turns l then Rmin (now j l + h * speed below) (stretched l) else now j l + h * speed below.

Fixpoint chain_bounds (ls : list limited) : bounds := match ls with
  | [] => Bounds 0 0 0
  | Limited j Rj Sj :: l => let below := chain_bounds l in
    if turns j then
      let most := most j (joints l) below in
      Bounds (speed below + most * Rj) (travel below + now j (joints l) * Rj)
        (curvature below + (most * (Rj * Rj + Sj) + 2 * Rj * speed below))
    else Bounds (speed below + Rj) (travel below + Rj) (curvature below + Sj)
  end.

Definition within (k : limited) (t : R) := sound (joint_of k) t /\
  Rabs (rate (joint_of k) t) <= rate_limit k /\ Rabs (bend (joint_of k) t) <= bend_limit k.

Lemma within_sound : forall ls t, List.Forall (fun k => within k t) ls -> sound_chain (joints ls) t.
Proof. intros ls t H. induction H as [|k l [S _] _ IH]; constructor; auto. Qed.

(* What the three numbers bound, for every point of the ball and every time of the interval. *)
Definition bounded (js : list joint) (w : bounds) := forall p, in_ball b p -> forall t, lo <= t <= hi ->
  speed_sum js p t <= speed w /\ len (place js p t - place js p m) <= h * travel w /\
  curvature_sum 0 js p t <= curvature w.

Lemma value_change : forall k t, (forall s, lo <= s <= hi -> within k s) -> lo <= t <= hi ->
  Rabs (value (joint_of k) t - value (joint_of k) m) <= h * rate_limit k.
Proof.
  intros [j Rj Sj] t W Ht. simpl. rewrite Rmult_comm. eapply Rle_trans.
  - apply (lipschitz lo hi (value j) (rate j) Rj); auto; intros s Hs; destruct (W s Hs) as [[_ [_ [Q _]]] [B _]]; auto.
  - apply Rmult_le_compat_l; auto. eapply Rle_trans. apply Rabs_pos. apply (W m at_m).
Qed.

(* One step of the recursion, with any bounds far >= rho_j over the interval and near >= rho_j at m. *)
Lemma turn_step : forall j Rj Sj l w far near, turns j = true -> bounded l w ->
  (forall t, lo <= t <= hi -> within (Limited j Rj Sj) t /\ sound_chain l t) ->
  (forall p, in_ball b p -> forall t, lo <= t <= hi -> len (cross (axis j) (place l p t)) <= far) ->
  (forall p, in_ball b p -> len (cross (axis j) (place l p m)) <= near) ->
  bounded (j :: l) (Bounds (speed w + far * Rj) (travel w + near * Rj)
    (curvature w + (far * (Rj * Rj + Sj) + 2 * Rj * speed w))).
Proof.
  intros j Rj Sj l w far near T Bl W Far Near p P t Ht. destruct (Bl p P t Ht) as [V [D A]].
  destruct (W t Ht) as [[[O [U _]] [Q1 Q2]] Sl]. cbn [joint_of rate_limit bend_limit] in *.
  generalize (Far p P t Ht) (Near p P). intros F N. simpl.
  generalize (Rabs_pos (rate j t)) (Rabs_pos (bend j t)) (len_pos (cross (axis j) (place l p t))).
  intros q1 q2 f0. repeat split.
  - unfold lever. rewrite T. generalize (product_le _ _ _ _ f0 q1 F Q1). lra.
  - unfold move. rewrite T, sub_translate, <- apply_sub, len_apply by auto.
    replace (turn (axis j) (value j t) (place l p t) - turn (axis j) (value j m) (place l p m))%V with
      (turn (axis j) (value j t) (place l p t - place l p m) +
        (turn (axis j) (value j t) (place l p m) - turn (axis j) (value j m) (place l p m)))%V.
    + eapply Rle_trans. apply triangle. rewrite len_turn by auto.
      assert (Rabs (value j t - value j m) * len (cross (axis j) (place l p m)) <= h * Rj * near).
      { apply product_le; auto using Rabs_pos, len_pos. 
        apply (value_change (Limited j Rj Sj)); auto. intros s Hs; apply (W s Hs). }
      generalize (turn_lipschitz (axis j) U (value j t) (value j m) (place l p m)). lra.
    + rewrite turn_sub.
      generalize (turn (axis j) (value j t) (place l p t)) (turn (axis j) (value j t) (place l p m)). vector_ring.
  - rewrite curvature_sum_above. unfold lever, if_turns. rewrite T.
    assert (0 <= speed_sum l p t) by (eapply Rle_trans; [apply len_pos | apply speed_at_once; auto]).
    generalize (product_le _ _ _ _ q1 H Q1 V) (product_le _ _ _ _ q1 q1 Q1 Q1). intros X Y.
    assert (Z : Rabs (bend j t) + Rabs (rate j t) * Rabs (rate j t) <= Rj * Rj + Sj) by lra.
    generalize (product_le _ _ _ _ f0 (Rplus_le_le_0_compat _ _ q2 (Rmult_le_pos _ _ q1 q1)) F Z). lra.
Qed.

Lemma slide_step : forall j Rj Sj l w, turns j = false -> bounded l w ->
  (forall t, lo <= t <= hi -> within (Limited j Rj Sj) t /\ sound_chain l t) ->
  bounded (j :: l) (Bounds (speed w + Rj) (travel w + Rj) (curvature w + Sj)).
Proof.
  intros j Rj Sj l w T Bl W p P t Ht. destruct (Bl p P t Ht) as [V [D A]].
  destruct (W t Ht) as [[[O [U _]] [Q1 Q2]] Sl]. cbn [joint_of rate_limit bend_limit] in *. simpl. repeat split.
  - unfold lever. rewrite T. lra.
  - unfold move. rewrite T, sub_translate, <- apply_sub, len_apply by auto.
    replace (place l p t + value j t * axis j - (place l p m + value j m * axis j))%V with
      ((place l p t - place l p m) + (value j t - value j m) * axis j)%V
      by (generalize (place l p t) (place l p m); vector_ring).
    eapply Rle_trans. apply triangle. rewrite len_scale.
    replace (len (axis j)) with 1 by (unfold len; rewrite U, sqrt_1; auto).
    generalize (value_change (Limited j Rj Sj) t). simpl. intro C.
    assert (Rabs (value j t - value j m) <= h * Rj) by (apply C; auto; intros s Hs; apply (W s Hs)). lra.
  - rewrite curvature_sum_above. unfold lever, if_turns. rewrite T. lra.
Qed.

Lemma chain_bounds_hold : forall ls, (forall t, lo <= t <= hi -> List.Forall (fun k => within k t) ls) ->
  bounded (joints ls) (chain_bounds ls).
Proof.
  induction ls as [|[j Rj Sj] l IH]; intro W.
  - intros p P t Ht. simpl. rewrite Rmult_0_r. replace (p - p)%V with zero by vector_ring. rewrite len_zero. lra.
  - assert (Wl : forall t, lo <= t <= hi -> List.Forall (fun k => within k t) l)
      by (intros t Ht; generalize (W t Ht); intro F; inversion F; auto).
    assert (Wj : forall t, lo <= t <= hi -> within (Limited j Rj Sj) t /\ sound_chain (joints l) t)
      by (intros t Ht; split; [generalize (W t Ht); intro F; inversion F; auto | apply within_sound; auto]).
    simpl. destruct (turns j) eqn:T.
    + apply turn_step; auto.
      * intros p P t Ht.
        assert (len (cross (axis j) (place (joints l) p t)) <= now j (joints l) + h * speed (chain_bounds l)).
        { apply rule_2; auto. intros s Hs; split; apply (Wj s Hs). intros s Hs; apply (IH Wl p P s Hs). }
        unfold most. destruct (forallb turns (joints l)) eqn:All; auto.
        apply Rmin_glb; auto. destruct (Wj t Ht) as [[Jj _] Jl]. apply rule_2_stretched; auto.
      * intros p P. destruct (Wj m at_m) as [[Jj _] Jl]. apply now_bound; auto.
    + apply slide_step; auto.
Qed.

(* (3) Throughout the interval the recursion bounds the speed and the acceleration of every point of the body, and
   h travel the distance from its place at m. *)
Theorem rule_3 : forall ls, (forall t, lo <= t <= hi -> List.Forall (fun k => within k t) ls) ->
  forall p, in_ball b p -> forall t, lo <= t <= hi ->
  len (velocity (joints ls) p t) <= speed (chain_bounds ls) /\
  len (place (joints ls) p t - place (joints ls) p m) <= h * travel (chain_bounds ls) /\
  len (acceleration (joints ls) p t) <= curvature (chain_bounds ls).
Proof.
  intros ls W p P t Ht. destruct (chain_bounds_hold ls W p P t Ht) as [V [D A]].
  assert (sound_chain (joints ls) t) by (apply within_sound; auto).
  repeat split; auto.
  - eapply Rle_trans. apply speed_at_once; auto. auto.
  - eapply Rle_trans. apply rule_1; auto. auto.
Qed.

(* V, a bound on the speed of all points at m, from the linear and the angular velocity of the body. *)
Definition speed_at_m (js : list joint) :=
  len (linear js m + cross (angular js m) (place js (centre b) m)) + len (angular js m) * radius b.

Lemma speed_at_m_bound : forall js p, in_ball b p -> sound_chain js m -> len (velocity js p m) <= speed_at_m js.
Proof.
  intros js p P S. rewrite rigid_velocity by auto. unfold speed_at_m.
  generalize (linear js m) (angular js m) (in_ball_at js p m P S).
  generalize (place js p m) (place js (centre b) m). intros x c v w I.
  replace (v + cross w x)%V with ((v + cross w c) + cross w (x - c))%V by vector_ring.
  eapply Rle_trans. apply triangle. apply Rplus_le_compat_l.
  eapply Rle_trans. apply len_cross. apply Rmult_le_compat_l; auto. apply len_pos.
Qed.

(* D, a bound on the displacement of all points since m: the smaller of h travel and h V + h^2 A / 2. *)
Definition displacement (ls : list limited) := let w := chain_bounds ls in
  Rmin (h * travel w) (h * speed_at_m (joints ls) + h * h * curvature w / 2).

Theorem displacement_bound : forall ls, (forall t, lo <= t <= hi -> List.Forall (fun k => within k t) ls) ->
  forall p, in_ball b p -> forall t, lo <= t <= hi ->
  len (place (joints ls) p t - place (joints ls) p m) <= displacement ls.
Proof.
  intros ls W p P t Ht. unfold displacement. apply Rmin_glb. apply rule_3; auto.
  assert (S : forall s, lo <= s <= hi -> sound_chain (joints ls) s) by (intros; apply within_sound; auto).
  assert (D : len (place (joints ls) p t - place (joints ls) p m) <=
    Rabs (t - m) * len (velocity (joints ls) p m) + curvature (chain_bounds ls) * ((t - m) * (t - m)) / 2).
  { apply path_displacement with lo hi (acceleration (joints ls) p); auto.
    - intros s Hs; apply chain_derives; auto.
    - intros s Hs; apply chain_derives; auto.
    - intros s Hs; apply (rule_3 ls W p P s Hs). }
  assert (0 <= curvature (chain_bounds ls)).
  { eapply Rle_trans. apply len_pos. apply (rule_3 ls W p P m at_m). }
  generalize (near_m t Ht) (Rabs_pos (t - m)). intros N N0.
  generalize (product_le _ _ _ _ N0 (len_pos (velocity (joints ls) p m)) N
    (speed_at_m_bound (joints ls) p P (S m at_m))).
  generalize (product_le _ _ _ _ N0 N0 N N). rewrite <- Rabs_mult, Rabs_right by (apply Rle_ge, Rle_0_sqr).
  intros X Y. assert (curvature (chain_bounds ls) * ((t - m) * (t - m)) <= curvature (chain_bounds ls) * (h * h))
    by (apply Rmult_le_compat_l; auto). lra.
Qed.
End Interval.

(* A checker of claims that runs, and the proof that two bodies are apart where it says so: rules (1) to (5), evaluated
   in fixed point from rational numbers. A body is a union of hulls of balls at the end of a chain of joints. What it
   accepts of a whole pair, blocks among it, is in CheckBlock.v. *)
From Coq Require Import Reals ZArith QArith Qreals Lra Lia List Bool.
From Leeway Require Import Vector Path Chain Bounds Polynomial Hull Body Travel Slab Coverage Fixed Sine Enclosure.
Import ListNotations.
Open Scope R_scope.

(* The input. The value of a joint is a polynomial in t, its axis any vector but 0, its frame at origin, parallel to its
   parent's; constant rotations are joints with constant values. *)
Record qvector := Qvector { qx : Q; qy : Q; qz : Q }.
Record qjoint := Qjoint { q_turns : bool; q_origin : qvector; q_axis : qvector; q_value : list Q }.
Record qball := Qball { q_centre : qvector; q_radius : Q }.
Record qbody := Qbody { q_chain : list qjoint; q_bounding : qball; q_elements : list (list qball) }.
(* A part names elements of both bodies by the bits of two numbers; normal and turn are in the frame of the first body
   at the time at. *)
Record part := Part { part_a : N; part_b : N; part_slab : bool; part_normal : qvector; part_turn : qvector }.
Record qclaim := Qclaim { q_from : Q; q_to : Q; q_at : Q; q_parts : list part }.

(* What it stands for. *)
Definition real (v : qvector) := Vector (Q2R (qx v)) (Q2R (qy v)) (Q2R (qz v)).
Definition ball_of (b : qball) := Ball (real (q_centre b)) (Q2R (q_radius b)).
Definition coefficients (j : qjoint) := map Q2R (q_value j).
Definition joint_at (j : qjoint) := let c := coefficients j in
  Joint (q_turns j) (real (q_origin j)) identity (/ len (real (q_axis j)) * real (q_axis j))%V
    (eval c) (eval (derivative c)) (eval (derivative (derivative c))).
Definition chain_of (b : qbody) := map joint_at (q_chain b).
Definition in_body (b : qbody) (p : vector) := exists e, In e (q_elements b) /\ hull (map ball_of e) p.

(* The same in intervals. *)
Definition ireal (v : qvector) := Ivector (iq (qx v)) (iq (qy v)) (iq (qz v)).
Definition posed_at (m h : interval) (j : qjoint) :=
  let c := map iq (q_value j) in
  let c' := iderivative c in
  let v := ieval c m in
  let direction := ireal (q_axis j) in
  let trigonometric := sine_cosine v in
  Ijoint (q_turns j) (ireal (q_origin j)) (ivscale (iinv (ilen direction)) direction)
    v (fst trigonometric) (snd trigonometric) (ieval c' m)
    (ibound (iabout m (iz 1) c') h) (ibound (iabout m (iz 1) (iderivative c')) h).

(* A body at the time m: posed joints, twist, bounds of (3). *)
Record posed := Posed { p_joints : list ijoint; p_frame : iframe; p_linear : ivector; p_angular : ivector;
  p_state : istate; p_radius : interval }.
Definition pose (m h : interval) (b : qbody) :=
  let js := map (posed_at m h) (q_chain b) in
  let twist := itwist js in
  let r := iq (q_radius (q_bounding b)) in
  Posed js (iframe_of js) (fst twist) (snd twist) (ichain_bounds (ireal (q_centre (q_bounding b))) r h js) r.
Definition p_speed (k : posed) :=
  iadd (ilen (ivadd (p_linear k) (icross (p_angular k) (s_place (p_state k)))))
    (imul (ilen (p_angular k)) (p_radius k)).
Definition p_displacement (k : posed) (h : interval) :=
  imin (imul h (s_travel (p_state k)))
    (iadd (imul h (p_speed k)) (idiv (imul (imul h h) (s_curvature (p_state k))) 2)).

Fixpoint lowest (l : list interval) : Z :=
  match l with [] => 0 | [i] => lo i | i :: k => Z.min (lo i) (lowest k) end.
Fixpoint highest (l : list interval) : Z :=
  match l with [] => 0 | [i] => hi i | i :: k => Z.max (hi i) (highest k) end.
(* The placed centre and the radius of each ball. *)
Definition placed (k : posed) (l : list qball) :=
  map (fun c => (iin_frame (p_frame k) (ireal (q_centre c)), iq (q_radius c))) l.
Definition least (n : ivector) (l : list (ivector * interval)) := let size := ilen n in
  lowest (map (fun c => isub (idot n (fst c)) (imul size (snd c))) l).
Definition most_of (n : ivector) (l : list (ivector * interval)) := let size := ilen n in
  highest (map (fun c => iadd (idot n (fst c)) (imul size (snd c))) l).

(* The balls of the elements whose bits are set, of a list that begins with element k. *)
Fixpoint select (set k : N) (elements : list (list qball)) := match elements with
  | [] => []
  | e :: l => (if N.testbit set k then e else []) ++ select set (N.succ k) l
  end.
Definition balls (b : qbody) (set : N) := select set 0 (q_elements b).

Definition iloss (n u : ivector) (A V required tau : interval) :=
  iadd (iadd (imul (imul (idiv (imul tau tau) 2) A) (iadd (ilen n) (imul (iabs tau) (ilen u))))
    (imul (imul (imul tau tau) (ilen u)) V)) (imul required (ilen (ivadd n (ivscale tau u)))).
Definition idirection (n u : ivector) (k : posed) (tau : interval) :=
  ivadd n (ivscale tau (ivadd u (icross n (p_angular k)))).

(* Whether g > 0 at tau. *)
Definition open_at (ka kb : posed) (n u : ivector) (P Q : list (ivector * interval)) (required tau : interval) :=
  let A := iadd (s_curvature (p_state ka)) (s_curvature (p_state kb)) in
  let V := iadd (p_speed ka) (p_speed kb) in
  let rest := isub (imul tau (idot n (ivsub (p_linear kb) (p_linear ka)))) (iloss n u A V required tau) in
  (0 <? least (idirection n u kb tau) Q - most_of (idirection n u ka tau) P + lo rest)%Z.

Definition check_part (a b : qbody) (ka kb : posed) (h required tau_from tau_to : interval) (p : part) :=
  let in_common v := ivsub (iplace (p_joints ka) (ireal v)) (iplace (p_joints ka) izero) in
  let n := in_common (part_normal p) in
  let P := placed ka (balls a (part_a p)) in
  let Q := placed kb (balls b (part_b p)) in
  if part_slab p then
    let u := in_common (part_turn p) in
    open_at ka kb n u P Q required (iz 0) && open_at ka kb n u P Q required tau_from &&
    open_at ka kb n u P Q required tau_to
  else
    let D := iadd (p_displacement ka h) (p_displacement kb h) in
    (0 <? least n Q - most_of n P + lo (ineg (imul (iadd required D) (ilen n))))%Z.

(* Every pair of elements is in a part: for each element of a, or for all at once, the parts that name it name all
   elements of b together. *)
Fixpoint union (test : part -> bool) (parts : list part) : N := match parts with
  | [] => 0
  | p :: l => if test p then N.lor (part_b p) (union test l) else union test l
  end.
Definition all_set (n set : N) := N.eqb (N.land (N.ones n) set) (N.ones n).
Fixpoint each_element {A} (k : N) (elements : list A) (test : N -> bool) := match elements with
  | [] => true
  | _ :: l => test k && each_element (N.succ k) l test
  end.
Definition all_elements (a b : qbody) (parts : list part) :=
  let na := N.of_nat (length (q_elements a)) in
  let nb := N.of_nat (length (q_elements b)) in
  all_set nb (union (fun p => all_set na (part_a p)) parts) ||
  each_element 0 (q_elements a) (fun i => all_set nb (union (fun p => N.testbit (part_a p) i) parts)).

Definition check_claim (a b : qbody) (required : Q) (c : qclaim) :=
  let m := iq (q_at c) in
  let tau_from := isub (iq (q_from c)) m in
  let tau_to := isub (iq (q_to c)) m in
  let h := imax (isub m (iq (q_from c))) tau_to in
  let ka := pose m h a in
  let kb := pose m h b in
  Qle_bool (q_from c) (q_at c) && Qle_bool (q_at c) (q_to c) && all_elements a b (q_parts c) &&
  forallb (check_part a b ka kb h (iq required) tau_from tau_to) (q_parts c).

Definition sound_body (b : qbody) := let c := q_bounding b in
  forallb (fun j => is_positive (ilen (ireal (q_axis j)))) (q_chain b) &&
  forallb (forallb (fun e => is_positive (isub (iq (q_radius c))
    (iadd (ilen (ivsub (ireal (q_centre e)) (ireal (q_centre c)))) (iq (q_radius e)))))) (q_elements b).

Fixpoint reaches (reached : Q) (intervals : list (Q * Q)) (fin : Q) := match intervals with
  | [] => Qle_bool fin reached
  | (s, t) :: l => Qle_bool s reached && reaches (if Qle_bool reached t then t else reached) l fin
  end.
Definition covers (intervals : list (Q * Q)) (begin fin : Q) := match intervals with
  | [] => false
  | (s, t) :: l => Qle_bool s begin && reaches t l fin
  end.

(* The proof. *)
Lemma Qle_real : forall a b, Qle_bool a b = true -> Q2R a <= Q2R b.
Proof. intros; apply Qle_Rle, Qle_bool_iff; auto. Qed.

Lemma ireal_ok : forall v, holds_vector (ireal v) (real v).
Proof. intro. three. Qed.
Local Hint Resolve ireal_ok : holds.

Lemma lowest_ok : forall l i, In i l -> (lowest l <= lo i)%Z.
Proof.
  induction l as [|j [|k l] IH]; intros i H; simpl in *. contradiction.
  - destruct H as [->|[]]. lia.
  - destruct H as [->|H]. lia. specialize (IH i H). lia.
Qed.
Lemma highest_ok : forall l i, In i l -> (hi i <= highest l)%Z.
Proof.
  induction l as [|j [|k l] IH]; intros i H; simpl in *. contradiction.
  - destruct H as [->|[]]. lia.
  - destruct H as [->|H]. lia. specialize (IH i H). lia.
Qed.

(* The joints with their bounds about m, as rule (3) takes them. *)
Definition limited_at (m h : R) (j : qjoint) := let c' := derivative (coefficients j) in
  Limited (joint_at j) (bound (about m 1 c') h) (bound (about m 1 (derivative c')) h).
Definition sound_joint (j : qjoint) := is_positive (ilen (ireal (q_axis j))) = true.

Lemma joints_at : forall m h b, joints (map (limited_at m h) (q_chain b)) = chain_of b.
Proof. intros. unfold joints, chain_of. rewrite map_map. reflexivity. Qed.

Lemma axis_unit : forall j, sound_joint j -> dot (axis (joint_at j)) (axis (joint_at j)) = 1.
Proof.
  intros j H. generalize (is_positive_ok _ _ H (ilen_ok _ _ (ireal_ok (q_axis j)))). simpl.
  set (v := real (q_axis j)). intro P.
  rewrite dot_scale, dot_sym, dot_scale, <- len_sq. field. lra.
Qed.


Lemma limited_within : forall m h j t, sound_joint j -> Rabs (t - m) <= h -> within (limited_at m h j) t.
Proof.
  intros m h j t S H. split; [|split].
  - split; [|split; [|split]].
    + apply rotation_identity.
    + apply axis_unit; auto.
    + apply is_derive_eval.
    + apply is_derive_eval.
  - simpl. replace t with (m + 1 * (t - m)) by ring. rewrite <- polynomial_about.
    replace (m + 1 * (t - m)) with t by ring. apply eval_bound; auto.
  - simpl. replace t with (m + 1 * (t - m)) by ring. rewrite <- polynomial_about.
    replace (m + 1 * (t - m)) with t by ring. apply eval_bound; auto.
Qed.

Lemma coefficients_ok : forall j, Forall2 holds (map iq (q_value j)) (coefficients j).
Proof. intro j. unfold coefficients. induction (q_value j); simpl; constructor; auto with holds. Qed.

Lemma posed_ok : forall im m ih h j, sound_joint j -> holds im m -> holds ih h ->
  poses m (posed_at im ih j) (limited_at m h j).
Proof.
  intros im m ih h j S M H. unfold poses, posed_at, limited_at; simpl.
  generalize (coefficients_ok j). intro C. generalize (iderivative_ok _ _ C). intro C'.
  generalize (ieval_ok _ _ _ _ C M). intro V.
  destruct (sine_cosine_ok _ _ V) as [Sn Cs].
  split; auto. split; auto. split; auto with holds. split.
  - apply ivscale_ok; auto with holds. apply iinv_ok; auto with holds.
  - split; auto. split; auto. split; auto. split. apply ieval_ok; auto.
    split; apply ibound_ok; auto; apply iabout_ok; auto with holds. apply iderivative_ok; auto.
Qed.

Lemma chain_posed : forall im m ih h l, Forall sound_joint l -> holds im m -> holds ih h ->
  Forall2 (poses m) (map (posed_at im ih) l) (map (limited_at m h) l).
Proof. intros. induction H; simpl; constructor; auto. apply posed_ok; auto. Qed.

(* The body of some elements, as rules (4) and (5) take it. *)
Definition body_at (m h : R) (b : qbody) (indices : N) :=
  Body (map (limited_at m h) (q_chain b)) (hull (map ball_of (balls b indices))) (ball_of (q_bounding b)).

Lemma select_in : forall set elements k c, In c (select set k elements) -> exists e, In e elements /\ In c e.
Proof.
  intros set elements. induction elements as [|e l IH]; intros k c I; simpl in I. contradiction.
  apply in_app_or in I. destruct I as [I|I].
  - exists e. destruct (N.testbit set k); simpl; auto. contradiction.
  - destruct (IH _ _ I) as [f [F G]]. exists f. simpl; auto.
Qed.

Lemma select_incl : forall set elements k i e, nth_error elements i = Some e ->
  N.testbit set (k + N.of_nat i) = true -> incl e (select set k elements).
Proof.
  intros set elements. induction elements as [|f l IH]; intros k [|i] e E T; simpl in E; try discriminate; simpl select.
  - inversion E; subst. replace (k + N.of_nat 0)%N with k in T by lia. rewrite T. apply incl_appl, incl_refl.
  - apply incl_appr. apply IH with i; auto. replace (N.succ k + N.of_nat i)%N with (k + N.of_nat (S i))%N by lia. auto.
Qed.

Lemma all_set_bit : forall n set i, all_set n set = true -> (i < n)%N -> N.testbit set i = true.
Proof.
  intros n set i H I. apply N.eqb_eq in H. generalize (N.ones_spec_low n i I). rewrite <- H, N.land_spec.
  intro B. apply andb_prop in B. apply B.
Qed.

Lemma union_bit : forall test parts j, N.testbit (union test parts) j = true ->
  exists p, In p parts /\ test p = true /\ N.testbit (part_b p) j = true.
Proof.
  intros test parts j. induction parts as [|p l IH]; simpl; intro H. discriminate.
  destruct (test p) eqn:T.
  - rewrite N.lor_spec in H. apply orb_prop in H. destruct H as [H|H]. exists p; auto.
    destruct (IH H) as [q [I K]]. exists q; auto.
  - destruct (IH H) as [q [I K]]. exists q; auto.
Qed.

Lemma each_element_bit : forall A (elements : list A) test k i, each_element k elements test = true ->
  (i < length elements)%nat -> test (k + N.of_nat i)%N = true.
Proof.
  intros A elements test. induction elements as [|e l IH]; intros k [|i] H L; simpl in *; try lia;
    apply andb_prop in H; destruct H as [H T].
  - rewrite N.add_0_r. auto.
  - replace (k + N.pos (Pos.of_succ_nat i))%N with (N.succ k + N.of_nat i)%N by lia. apply IH; auto. lia.
Qed.

Lemma elements_named : forall a b parts i j, all_elements a b parts = true ->
  (i < length (q_elements a))%nat -> (j < length (q_elements b))%nat ->
  exists p, In p parts /\ N.testbit (part_a p) (N.of_nat i) = true /\ N.testbit (part_b p) (N.of_nat j) = true.
Proof.
  intros a b parts i j H I J. unfold all_elements in H. apply orb_prop in H. destruct H as [H|H].
  - generalize (all_set_bit _ _ (N.of_nat j) H). intro B. destruct (union_bit _ _ _ (B ltac:(lia))) as [p [P [T U]]].
    exists p. split; auto. split; auto. apply (all_set_bit _ _ _ T). lia.
  - generalize (each_element_bit _ _ _ 0%N i H I). intro K.
    generalize (all_set_bit _ _ (N.of_nat j) K). intro B. destruct (union_bit _ _ _ (B ltac:(lia))) as [p [P [T U]]].
    exists p. auto.
Qed.

Section Body.
Variables (b : qbody) (m h : R) (im ih : interval) (indices : N).
Hypothesis sound_b : sound_body b = true.
Hypothesis M : holds im m.
Hypothesis H : holds ih h.

Lemma all_sound : Forall sound_joint (q_chain b).
Proof.
  unfold sound_body in sound_b. apply andb_prop in sound_b. destruct sound_b as [J _].
  apply Forall_forall. intros j I. rewrite forallb_forall in J. apply J; auto.
Qed.

Lemma chain_b : chain (body_at m h b indices) = chain_of b.
Proof. apply joints_at. Qed.

Lemma body_posed : Forall2 (poses m) (p_joints (pose im ih b)) (map (limited_at m h) (q_chain b)).
Proof. apply chain_posed; auto. apply all_sound. Qed.

Lemma body_moves : forall from to, (forall t, from <= t <= to -> Rabs (t - m) <= h) ->
  moves (body_at m h b indices) from to.
Proof.
  intros from to N. split; simpl.
  - apply hull_in_ball. intros c I. apply in_map_iff in I. destruct I as [e [<- I]].
    destruct (select_in _ _ _ _ I) as [f [If Ie]].
    unfold sound_body in sound_b. apply andb_prop in sound_b. destruct sound_b as [_ J].
    rewrite forallb_forall in J. specialize (J f If). rewrite forallb_forall in J. specialize (J e Ie). simpl.
    assert (0 < Q2R (q_radius (q_bounding b)) - (len (real (q_centre e) - real (q_centre (q_bounding b))) +
      Q2R (q_radius e))) by (apply (is_positive_ok _ _ J); auto with holds). lra.
  - intros t Ht. apply Forall_forall. intros k I. apply in_map_iff in I. destruct I as [j [<- I]].
    apply limited_within; auto. generalize all_sound. rewrite Forall_forall. auto.
Qed.

Lemma pose_ok : let k := pose im ih b in let r := body_at m h b indices in
  holds_vector (p_linear k) (linear (chain r) m) /\ holds_vector (p_angular k) (angular (chain r) m) /\
  holds (s_curvature (p_state k)) (A_of r m h) /\ holds (p_speed k) (V_of r m) /\
  holds (p_displacement k ih) (D_of r m h).
Proof.
  cbv zeta. generalize (itwist_ok m _ _ body_posed). intros [L A].
  generalize (ichain_bounds_ok m (ball_of (q_bounding b)) (ireal (q_centre (q_bounding b)))
    (iq (q_radius (q_bounding b))) ih h _ _ body_posed (ireal_ok _) (iq_ok _) H).
  cbv zeta. intros [P [_ [_ [S [T C]]]]].
  assert (V : holds (p_speed (pose im ih b)) (V_of (body_at m h b indices) m)).
  { unfold p_speed, V_of, speed_at_m, chain. simpl in *. auto 10 with holds. }
  split; [exact L|]. split; [exact A|]. split; [exact C|]. split; [exact V|].
  unfold p_displacement, D_of, displacement. cbv zeta.
  change (speed_at_m (bounding (body_at m h b indices)) m (joints (limited_chain (body_at m h b indices))))
    with (V_of (body_at m h b indices) m).
  apply imin_ok; simpl in *; auto with holds.
Qed.

Lemma placed_ok : forall c, In c (balls b indices) ->
  holds_vector (iin_frame (p_frame (pose im ih b)) (ireal (q_centre c))) (place (chain_of b) (real (q_centre c)) m).
Proof. intros c I. rewrite <- (joints_at m h b). apply iin_frame_ok with (1 := body_posed). auto with holds. Qed.

Lemma least_ok : forall n d c, holds_vector n d -> In c (map ball_of (balls b indices)) ->
  at_scale (least n (placed (pose im ih b) (balls b indices))) <=
    dot d (place (chain_of b) (centre c) m) - len d * radius c.
Proof.
  intros n d c N I. apply in_map_iff in I. destruct I as [e [<- I]]. simpl.
  eapply lo_below with (i := isub (idot n (iin_frame (p_frame (pose im ih b)) (ireal (q_centre e))))
    (imul (ilen n) (iq (q_radius e)))).
  - generalize (placed_ok e I). auto with holds.
  - apply lowest_ok. unfold placed. rewrite map_map. apply in_map_iff. exists e. auto.
Qed.

Lemma most_of_ok : forall n d c, holds_vector n d -> In c (map ball_of (balls b indices)) ->
  dot d (place (chain_of b) (centre c) m) + len d * radius c <=
    at_scale (most_of n (placed (pose im ih b) (balls b indices))).
Proof.
  intros n d c N I. apply in_map_iff in I. destruct I as [e [<- I]]. simpl.
  eapply hi_above with (i := iadd (idot n (iin_frame (p_frame (pose im ih b)) (ireal (q_centre e))))
    (imul (ilen n) (iq (q_radius e)))).
  - generalize (placed_ok e I). auto with holds.
  - apply highest_ok. unfold placed. rewrite map_map. apply in_map_iff. exists e. auto.
Qed.
End Body.

Section Part.
Variables (a b : qbody) (from to m required : R) (im ih ir i_from i_to : interval) (p : part).
Hypothesis sound_a : sound_body a = true.
Hypothesis sound_b : sound_body b = true.
Hypothesis at_m : from <= m <= to.
Hypothesis M : holds im m.
Hypothesis H : holds ih (half from to m).
Hypothesis Rq : holds ir required.
Hypothesis required_pos : 0 <= required.
Hypothesis F : holds i_from (from - m).
Hypothesis T : holds i_to (to - m).

Let h := half from to m.
Let ba := body_at m h a (part_a p).
Let bb := body_at m h b (part_b p).
Let ka := pose im ih a.
Let kb := pose im ih b.
Let P := placed ka (balls a (part_a p)).
Let Q := placed kb (balls b (part_b p)).

Lemma near_m : forall t, from <= t <= to -> Rabs (t - m) <= h.
Proof. intros; apply half_bounds; auto. Qed.

(* g > 0 at tau where open_at says so. *)
Lemma open_ok : forall n u d e itau tau, holds_vector n d -> holds_vector u e -> holds itau tau ->
  open_at ka kb n u P Q ir itau = true -> exists least most,
    (forall c, In c (map ball_of (balls b (part_b p))) -> least <=
      dot (direction m d e bb tau) (place (chain bb) (centre c) m) - len (direction m d e bb tau) * radius c) /\
    (forall c, In c (map ball_of (balls a (part_a p))) ->
      dot (direction m d e ba tau) (place (chain ba) (centre c) m) + len (direction m d e ba tau) * radius c <= most) /\
    least - most + rest ba bb from to m required d e tau > 0.
Proof.
  intros n u d e itau tau N U I O.
  destruct (pose_ok a m h im ih (part_a p) sound_a M H) as [La [Aa [Ca [Va _]]]].
  destruct (pose_ok b m h im ih (part_b p) sound_b M H) as [Lb [Ab [Cb [Vb _]]]].
  fold ka ba in La, Aa, Ca, Va. fold kb bb in Lb, Ab, Cb, Vb.
  exists (at_scale (least (idirection n u kb itau) Q)), (at_scale (most_of (idirection n u ka itau) P)).
  split; [|split].
  - intros c Ic. unfold bb at 2. rewrite chain_b. apply least_ok with h; auto.
    unfold idirection, direction. auto 10 with holds.
  - intros c Ic. unfold ba at 2. rewrite chain_b. apply most_of_ok with h; auto.
    unfold idirection, direction. auto 10 with holds.
  - apply Z.ltb_lt in O. eapply scaled_gap. 2: exact O.
    unfold rest, loss, iloss, pair_A, pair_V. fold h.
    assert (A : holds (iadd (s_curvature (p_state ka)) (s_curvature (p_state kb))) (A_of ba m h + A_of bb m h))
      by auto with holds.
    assert (V : holds (iadd (p_speed ka) (p_speed kb)) (V_of ba m + V_of bb m)) by auto with holds.
    apply isub_ok. auto with holds. apply iadd_ok; [apply iadd_ok|]; auto 8 with holds.
Qed.

Lemma part_sound : check_part a b ka kb ih ir i_from i_to p = true ->
  forall t, from <= t <= to -> forall x y,
  hull (map ball_of (balls a (part_a p))) x -> hull (map ball_of (balls b (part_b p))) y ->
  len (place (chain_of b) y t - place (chain_of a) x t) > required.
Proof.
  intros K t Ht x y X Y. rewrite <- (chain_b b m h (part_b p)), <- (chain_b a m h (part_a p)).
  fold ba bb.
  assert (Ma : moves ba from to) by (apply body_moves; auto; apply near_m).
  assert (Mb : moves bb from to) by (apply body_moves; auto; apply near_m).
  set (common := fun v => (place (chain_of a) (real v) m - place (chain_of a) zero m)%V).
  assert (C : forall v, holds_vector (ivsub (iplace (p_joints ka) (ireal v)) (iplace (p_joints ka) izero)) (common v)).
  { intro v. unfold common. rewrite <- (joints_at m h a).
    generalize (body_posed a m h im ih sound_a M H). intro B.
    apply ivsub_ok; apply iplace_ok with (1 := B); auto with holds. }
  unfold check_part in K. cbv zeta in K. fold P Q in K. destruct (part_slab p).
  - apply andb_prop in K. destruct K as [K K3]. apply andb_prop in K. destruct K as [K1 K2].
    apply (rule_4_hulls ba bb from to m required (common (part_normal p)) (common (part_turn p)) at_m Ma Mb
      required_pos (map ball_of (balls a (part_a p))) (map ball_of (balls b (part_b p)))); auto.
    intros tau I. destruct I as [-> | [-> | ->] ].
    + apply open_ok with (3 := iz_ok 0) (4 := K1); auto.
    + apply open_ok with (3 := F) (4 := K2); auto.
    + apply open_ok with (3 := T) (4 := K3); auto.
  - destruct (pose_ok a m h im ih (part_a p) sound_a M H) as [_ [_ [_ [_ Da]]]].
    destruct (pose_ok b m h im ih (part_b p) sound_b M H) as [_ [_ [_ [_ Db]]]].
    fold ka ba in Da. fold kb bb in Db.
    set (n := ivsub (iplace (p_joints ka) (ireal (part_normal p))) (iplace (p_joints ka) izero)) in *.
    assert (N : holds_vector n (common (part_normal p))) by apply C.
    apply (rule_5_hulls ba bb from to m required (common (part_normal p)) at_m Ma Mb
      (map ball_of (balls a (part_a p))) (map ball_of (balls b (part_b p)))
      (at_scale (least n Q))
      (at_scale (most_of n P))); auto.
    + intros c I. unfold bb. rewrite chain_b. apply least_ok with h; auto.
    + intros c I. unfold ba. rewrite chain_b. apply most_of_ok with h; auto.
    + apply Z.ltb_lt in K. unfold pair_D. fold h.
      assert (G : 0 < at_scale (least n Q)
        - at_scale (most_of n P)
        + - ((required + (D_of ba m h + D_of bb m h)) * len (common (part_normal p)))).
      { eapply scaled_gap. 2: exact K. auto 10 with holds. }
      lra.
Qed.
End Part.

(* What the checker says of one claim. *)
Lemma claim_sound : forall a b required c, sound_body a = true -> sound_body b = true -> 0 <= Q2R required ->
  check_claim a b required c = true -> forall t, Q2R (q_from c) <= t <= Q2R (q_to c) ->
  forall p q, in_body a p -> in_body b q ->
  len (place (chain_of b) q t - place (chain_of a) p t) > Q2R required.
Proof.
  intros a b required c Sa Sb Rp K t Ht p q [e [Ie P]] [f [If Q]]. unfold check_claim in K. cbv zeta in K.
  apply andb_prop in K. destruct K as [K Parts]. apply andb_prop in K. destruct K as [K All].
  apply andb_prop in K. destruct K as [F T]. apply Qle_real in F. apply Qle_real in T.
  destruct (In_nth_error _ _ Ie) as [i Ei]. destruct (In_nth_error _ _ If) as [j Ej].
  destruct (elements_named a b (q_parts c) i j All) as [r [Ir [Ni Nj]]].
  { apply nth_error_Some. congruence. }
  { apply nth_error_Some. congruence. }
  rewrite forallb_forall in Parts. specialize (Parts r Ir).
  assert (Hull : forall s k set x g, N.testbit set (N.of_nat k) = true -> nth_error (q_elements s) k = Some g ->
    hull (map ball_of g) x -> hull (map ball_of (balls s set)) x).
  { intros s k set x g Nk Eg. apply hull_incl. apply incl_map. apply select_incl with k; auto. }
  eapply (part_sound a b (Q2R (q_from c)) (Q2R (q_to c)) (Q2R (q_at c)) (Q2R required)); eauto; auto with holds.
  unfold half. auto with holds.
Qed.

Lemma reaches_ok : forall intervals reached fin, reaches reached intervals fin = true ->
  reach (Q2R reached) (map (fun i => (Q2R (fst i), Q2R (snd i))) intervals) (Q2R fin).
Proof.
  induction intervals as [|[s u] l IH]; intros reached fin K; simpl in *. apply Qle_real; auto.
  apply andb_prop in K. destruct K as [F K]. split. apply Qle_real; auto.
  specialize (IH _ _ K). destruct (Qle_bool reached u) eqn:E.
  - rewrite Rmax_right; auto. apply Qle_real; auto.
  - rewrite Rmax_left; auto. left. apply Qlt_Rlt. apply Qnot_le_lt. intro L. apply Qle_bool_iff in L. congruence.
Qed.

Lemma covers_ok : forall intervals begin fin t, covers intervals begin fin = true -> Q2R begin <= t <= Q2R fin ->
  exists s u, In (s, u) intervals /\ Q2R s <= t <= Q2R u.
Proof.
  intros intervals begin fin t K Ht.
  destruct (time_covered (map (fun i => (Q2R (fst i), Q2R (snd i))) intervals) (Q2R begin) (Q2R fin) t)
    as [from [to [I J]]]; auto.
  { destruct intervals as [|[s u] l]; simpl in *. discriminate.
    apply andb_prop in K. destruct K as [F K]. split. apply Qle_real; auto. apply reaches_ok; auto. }
  apply in_map_iff in I. destruct I as [[s u] [E I]]. inversion E; subst. exists s, u. auto.
Qed.

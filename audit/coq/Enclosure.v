(* Interval evaluation, in fixed point, of the quantities of rules (1) to (5): polynomials, vectors, places of points on
   a chain, the velocities of its body and the bounds of (3). Each function of intervals holds the value of the function
   of reals whose name it has, with i before it. *)
From Coq Require Import Reals ZArith QArith Qreals Lra List Bool.
From Leeway Require Import Vector Chain Bounds Polynomial Fixed Sine.
Import ListNotations.
Open Scope R_scope.

(* Polynomials with interval coefficients. *)
Fixpoint ieval (c : list interval) (x : interval) := match c with
  | [] => iz 0
  | a :: l => iadd a (imul x (ieval l x))
  end.
Fixpoint isum (c d : list interval) := match c, d with
  | [], _ => d
  | _, [] => c
  | a :: l, b :: k => iadd a b :: isum l k
  end.
Fixpoint iderivative (c : list interval) := match c with [] => [] | _ :: l => isum l (iz 0 :: iderivative l) end.
Fixpoint iabout (a b : interval) (c : list interval) := match c with
  | [] => []
  | e :: l => let k := iabout a b l in isum [e] (isum (map (imul a) k) (iz 0 :: map (imul b) k))
  end.
Definition ibound c h := ieval (map iabs c) h.

Lemma ieval_ok : forall c d i x, Forall2 holds c d -> holds i x -> holds (ieval c i) (eval d x).
Proof. intros c d i x H X. induction H; simpl; auto with holds. Qed.

Lemma isum_ok : forall c c', Forall2 holds c c' -> forall d d', Forall2 holds d d' ->
  Forall2 holds (isum c d) (sum c' d').
Proof.
  intros c c' H. induction H as [|a a' l l' A L IH]; intros d d' D; simpl; auto.
  inversion D; subst; constructor; auto with holds.
Qed.

Lemma iderivative_ok : forall c d, Forall2 holds c d -> Forall2 holds (iderivative c) (derivative d).
Proof.
  intros c d H. induction H; simpl; auto. apply isum_ok; auto. constructor; auto with holds.
Qed.

Lemma imap_ok : forall i x c d, holds i x -> Forall2 holds c d -> Forall2 holds (map (imul i) c) (map (Rmult x) d).
Proof. intros i x c d X H. induction H; simpl; constructor; auto with holds. Qed.

Lemma iabout_ok : forall i x j y c d, holds i x -> holds j y -> Forall2 holds c d ->
  Forall2 holds (iabout i j c) (about x y d).
Proof.
  intros i x j y c d X Y H. induction H; cbn [iabout about]; auto.
  apply isum_ok. constructor; auto. apply isum_ok. apply imap_ok; auto.
  constructor; auto with holds. apply imap_ok; auto.
Qed.

Lemma ibound_ok : forall c d i h, Forall2 holds c d -> holds i h -> holds (ibound c i) (bound d h).
Proof.
  intros c d i h H X. apply ieval_ok; auto. induction H; simpl; constructor; auto with holds.
Qed.

(* Vectors. *)
Record ivector := Ivector { i_x : interval; i_y : interval; i_z : interval }.
Definition holds_vector (i : ivector) (v : vector) :=
  holds (i_x i) (vx v) /\ holds (i_y i) (vy v) /\ holds (i_z i) (vz v).
Definition izero := Ivector (iz 0) (iz 0) (iz 0).
Definition ivadd u v := Ivector (iadd (i_x u) (i_x v)) (iadd (i_y u) (i_y v)) (iadd (i_z u) (i_z v)).
Definition ivsub u v := Ivector (isub (i_x u) (i_x v)) (isub (i_y u) (i_y v)) (isub (i_z u) (i_z v)).
Definition ivscale k v := Ivector (imul k (i_x v)) (imul k (i_y v)) (imul k (i_z v)).
Definition idot u v := iadd (iadd (imul (i_x u) (i_x v)) (imul (i_y u) (i_y v))) (imul (i_z u) (i_z v)).
Definition icross u v := Ivector (isub (imul (i_y u) (i_z v)) (imul (i_z u) (i_y v)))
  (isub (imul (i_z u) (i_x v)) (imul (i_x u) (i_z v))) (isub (imul (i_x u) (i_y v)) (imul (i_y u) (i_x v))).
Definition ilen v := isqrt (idot v v).

Ltac three := split; [|split]; simpl; auto with holds.
Lemma izero_ok : holds_vector izero zero.
Proof. three. Qed.
Lemma ivadd_ok : forall i j u v, holds_vector i u -> holds_vector j v -> holds_vector (ivadd i j) (u + v).
Proof. intros i j u v [? [? ?]] [? [? ?]]; three. Qed.
Lemma ivsub_ok : forall i j u v, holds_vector i u -> holds_vector j v -> holds_vector (ivsub i j) (u - v).
Proof. intros i j u v [? [? ?]] [? [? ?]]; three. Qed.
Lemma ivscale_ok : forall i j k v, holds i k -> holds_vector j v -> holds_vector (ivscale i j) (k * v).
Proof. intros i j k v ? [? [? ?]]; three. Qed.
Lemma idot_ok : forall i j u v, holds_vector i u -> holds_vector j v -> holds (idot i j) (dot u v).
Proof. intros i j u v [? [? ?]] [? [? ?]]; unfold idot, dot; auto with holds. Qed.
Lemma icross_ok : forall i j u v, holds_vector i u -> holds_vector j v -> holds_vector (icross i j) (cross u v).
Proof. intros i j u v [? [? ?]] [? [? ?]]; three. Qed.
Lemma ilen_ok : forall i u, holds_vector i u -> holds (ilen i) (len u).
Proof. intros; apply isqrt_ok, idot_ok; auto. Qed.
Lemma ivector_ok : forall x y z v, holds x (vx v) -> holds y (vy v) -> holds z (vz v) ->
  holds_vector (Ivector x y z) v.
Proof. three. Qed.
Lemma holds_coordinates : forall i v, holds_vector i v ->
  holds (i_x i) (vx v) /\ holds (i_y i) (vy v) /\ holds (i_z i) (vz v).
Proof. auto. Qed.
Global Opaque holds_vector izero ivadd ivsub ivscale idot icross ilen.
Global Hint Resolve izero_ok ivadd_ok ivsub_ok ivscale_ok idot_ok icross_ok ilen_ok : holds.

(* Joints at the time m, with the frames of all joints parallel to their parents': other constant rotations are turns by
   constant angles. *)
Definition identity := Matrix (Vector 1 0 0) (Vector 0 1 0) (Vector 0 0 1).
Lemma apply_identity : forall v, apply identity v = v.
Proof. intros [x y z]. unfold apply; simpl. vector_ring. Qed.
Lemma rotation_identity : rotation identity.
Proof. unfold rotation, identity; simpl. repeat split; vector_ring. Qed.

Record ijoint := Ijoint { i_turns : bool; i_origin : ivector; i_axis : ivector; i_value : interval; i_sine : interval;
  i_cosine : interval; i_rate : interval; i_rate_limit : interval; i_bend_limit : interval }.
Definition poses (m : R) (i : ijoint) (k : limited) := let j := joint_of k in
  i_turns i = turns j /\ axes j = identity /\ holds_vector (i_origin i) (origin j) /\
  holds_vector (i_axis i) (axis j) /\ holds (i_value i) (value j m) /\ holds (i_sine i) (sin (value j m)) /\
  holds (i_cosine i) (cos (value j m)) /\ holds (i_rate i) (rate j m) /\
  holds (i_rate_limit i) (rate_limit k) /\ holds (i_bend_limit i) (bend_limit k).

Definition iturn (i : ijoint) (v : ivector) := let w := icross (i_axis i) v in
  ivadd v (ivadd (ivscale (i_sine i) w) (ivscale (isub (iz 1) (i_cosine i)) (icross (i_axis i) w))).
Definition imove (i : ijoint) (p : ivector) :=
  ivadd (i_origin i) (if i_turns i then iturn i p else ivadd p (ivscale (i_value i) (i_axis i))).
Fixpoint iplace (js : list ijoint) (p : ivector) := match js with [] => p | j :: l => imove j (iplace l p) end.

Fixpoint itwist (js : list ijoint) : ivector * ivector := match js with
  | [] => (izero, izero)
  | j :: l => let '(v, w) := itwist l in
    if i_turns j then
      let w' := iturn j (ivadd w (ivscale (i_rate j) (i_axis j))) in
      (ivsub (iturn j v) (icross w' (i_origin j)), w')
    else
      (ivsub (ivadd v (ivscale (i_rate j) (i_axis j)))
        (icross w (ivadd (i_origin j) (ivscale (i_value j) (i_axis j)))), w)
  end.

Section At.
Variable m : R.
Notation posed := (Forall2 (poses m)).

Lemma iturn_ok : forall i k p v, poses m i k -> holds_vector p v ->
  holds_vector (iturn i p) (turn (axis (joint_of k)) (value (joint_of k) m) v).
Proof.
  intros i k p v [_ [_ [_ [A [_ [S [C _]]]]]]] P. unfold iturn, turn. auto 12 with holds.
Qed.

Lemma imove_ok : forall i k p v, poses m i k -> holds_vector p v ->
  holds_vector (imove i p) (move (joint_of k) m v).
Proof.
  intros i k p v K P. generalize (iturn_ok i k p v K P). intro T.
  destruct K as [E [I [O [A [V _]]]]]. unfold imove, move. rewrite I, apply_identity, E.
  destruct (turns (joint_of k)); auto with holds.
Qed.

Lemma iplace_ok : forall js ls p v, posed js ls -> holds_vector p v ->
  holds_vector (iplace js p) (place (joints ls) v m).
Proof. intros js ls p v H P. induction H; simpl; auto. apply imove_ok; auto. Qed.

(* The place of points by the places of the origin and of the unit vectors, less the origin's. *)
Record iframe := Iframe { f_origin : ivector; f_x : ivector; f_y : ivector; f_z : ivector }.
Definition iframe_of (js : list ijoint) := let o := iplace js izero in
  let column x y z := ivsub (iplace js (Ivector (iz x) (iz y) (iz z))) o in
  Iframe o (column 1%Z 0%Z 0%Z) (column 0%Z 1%Z 0%Z) (column 0%Z 0%Z 1%Z).
Definition iin_frame (f : iframe) (p : ivector) := ivadd (f_origin f) (ivadd (ivscale (i_x p) (f_x f))
  (ivadd (ivscale (i_y p) (f_y f)) (ivscale (i_z p) (f_z f)))).

Lemma iin_frame_ok : forall js ls p v, posed js ls -> holds_vector p v ->
  holds_vector (iin_frame (iframe_of js) p) (place (joints ls) v m).
Proof.
  intros js ls p v H P. rewrite place_frame. unfold iin_frame, iframe_of; simpl.
  assert (E : forall x y z, holds_vector (iplace js (Ivector (iz x) (iz y) (iz z)))
    (place (joints ls) (Vector (IZR x) (IZR y) (IZR z)) m)).
  { intros. apply iplace_ok; auto. apply ivector_ok; apply iz_ok. }
  assert (O : holds_vector (iplace js izero) (place (joints ls) zero m)) by (apply iplace_ok; auto with holds).
  destruct (holds_coordinates p v P) as [X [Y Z]].
  generalize (E 1%Z 0%Z 0%Z) (E 0%Z 1%Z 0%Z) (E 0%Z 0%Z 1%Z). auto 12 with holds.
Qed.

Lemma itwist_ok : forall js ls, posed js ls ->
  holds_vector (fst (itwist js)) (linear (joints ls) m) /\ holds_vector (snd (itwist js)) (angular (joints ls) m).
Proof.
  unfold linear, angular. intros js ls H. induction H as [|i k js ls K _ [L A]]; simpl. auto with holds.
  destruct (itwist js) as [v w]. destruct (twist (joints ls) m) as [rv rw]. simpl in L, A.
  assert (K' := K). destruct K' as [E [I [O [X [V [S [C [R _]]]]]]]].
  rewrite E, I. destruct (turns (joint_of k)); simpl; rewrite !apply_identity.
  - assert (W : holds_vector (iturn i (ivadd w (ivscale (i_rate i) (i_axis i))))
      (turn (axis (joint_of k)) (value (joint_of k) m) (rw + rate (joint_of k) m * axis (joint_of k))))
      by (apply iturn_ok; auto with holds).
    split; auto. apply ivsub_ok; auto with holds. apply iturn_ok; auto.
  - split; auto with holds.
Qed.

(* The bounds of (3), with the place of the centre. *)
Record istate := Istate { s_place : ivector; s_turning : bool; s_stretched : interval; s_speed : interval;
  s_travel : interval; s_curvature : interval }.
Fixpoint ichain_bounds (c : ivector) (r h : interval) (js : list ijoint) : istate := match js with
  | [] => Istate c true (iadd (ilen c) r) (iz 0) (iz 0) (iz 0)
  | j :: l => let s := ichain_bounds c r h l in
    let R := i_rate_limit j in let B := i_bend_limit j in
    let stretched := iadd (s_stretched s) (ilen (i_origin j)) in
    if i_turns j then
      let now := iadd (ilen (icross (i_axis j) (s_place s))) r in
      let far := iadd now (imul h (s_speed s)) in
      let most := if s_turning s then imin far (s_stretched s) else far in
      Istate (imove j (s_place s)) (s_turning s) stretched
        (iadd (s_speed s) (imul most R)) (iadd (s_travel s) (imul now R))
        (iadd (s_curvature s) (iadd (imul most (iadd (imul R R) B)) (imul (imul (iz 2) R) (s_speed s))))
    else Istate (imove j (s_place s)) false stretched
      (iadd (s_speed s) R) (iadd (s_travel s) R) (iadd (s_curvature s) B)
  end.

Lemma ichain_bounds_ok : forall b c r ih h js ls, posed js ls -> holds_vector c (centre b) -> holds r (radius b) ->
  holds ih h -> let s := ichain_bounds c r ih js in let w := chain_bounds b m h ls in
  holds_vector (s_place s) (place (joints ls) (centre b) m) /\ s_turning s = forallb turns (joints ls) /\
  holds (s_stretched s) (stretched b (joints ls)) /\
  holds (s_speed s) (speed w) /\ holds (s_travel s) (travel w) /\ holds (s_curvature s) (curvature w).
Proof.
  intros b c r ih h js ls H C Rb Ih. induction H as [|i [j Rj Sj] js ls K _ IH].
  - simpl. unfold stretched; simpl. rewrite Rplus_0_r. auto 10 with holds.
  - cbv zeta in IH. destruct IH as [P [T [St [Sp [Tr Cu]]]]]. generalize (imove_ok i _ _ _ K P). intro M.
    destruct K as [E [_ [O [A [_ [_ [_ [_ [L1 L2]]]]]]]]]. simpl in E, O, A, L1, L2, M.
    assert (St' : holds (iadd (s_stretched (ichain_bounds c r ih js)) (ilen (i_origin i)))
      (stretched b (j :: joints ls))).
    { unfold stretched in *; cbn [fold_right].
      match goal with |- holds _ ?x => replace x with (len (centre b) + radius b +
        fold_right (fun j d => len (origin j) + d) 0 (joints ls) + len (origin j)) by ring end. auto with holds. }
    cbv zeta. cbn [ichain_bounds chain_bounds joints map joint_of forallb]. fold (joints ls). rewrite E.
    set (s := ichain_bounds c r ih js) in *. set (w := chain_bounds b m h ls) in *.
    assert (N : holds (iadd (ilen (icross (i_axis i) (s_place s))) r) (now b m j (joints ls)))
      by (unfold now; auto with holds).
    assert (Mo : holds (if s_turning s then imin (iadd (iadd (ilen (icross (i_axis i) (s_place s))) r)
        (imul ih (s_speed s))) (s_stretched s) else iadd (iadd (ilen (icross (i_axis i) (s_place s))) r)
        (imul ih (s_speed s))) (most b m h j (joints ls) w)).
    { unfold most. rewrite <- T. destruct (s_turning s); auto with holds. }
    destruct (turns j); simpl; (split; [|split; [|split; [|split; [|split]]]]); auto with holds; auto 8 with holds.
Qed.
End At.

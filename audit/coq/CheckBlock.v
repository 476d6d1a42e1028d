(* The checker of blocks, and of claims of the rule `chord`: rules (6) to (9), evaluated in fixed point. It decides; a
   search that is not proven only proposes a direction for each test. *)
From Coq Require Import Reals ZArith QArith Qreals Lra Lia List Bool.
From Leeway Require Import Vector Path Chain Bounds Polynomial Hull Body Coverage Block Fixed Sine Enclosure Check.
Import ListNotations.
Open Scope R_scope.

(* The input, besides that of Check.v. A set around an obstacle: all points within radius of centre + i x + j y + k z
   with i, j and k from -1 to 1; or of a cylinder about an axis, which may be any vector but 0. *)
Inductive qaround :=
| Qbox (centre x y z : qvector) (radius : Q)
| Qcylinder (centre axis : qvector) (base half radius : Q).
(* The second body of a pair: an obstacle, whose chain is empty, or a body of a robot with its cover. *)
Inductive qsecond := Around (s : qaround) | Cover (balls : list qball).
(* Times, between each two of which a block says that the pair is apart; a claim; a claim whose parts are of the rule
   chord. *)
Inductive qitem := Run (first second : Q) (others : list Q) | Claim (c : qclaim) | Chord (c : qclaim).

(* What it stands for. *)
Definition unit_of (v : vector) := (/ len v * v)%V.
Definition in_around (s : qaround) (q : vector) := match s with
  | Qbox c x y z r => exists i j k, Rabs i <= 1 /\ Rabs j <= 1 /\ Rabs k <= 1 /\
      len (q - (real c + (i * real x + (j * real y + k * real z)))) <= Q2R r
  | Qcylinder c u base half r => exists s w, Rabs s <= Q2R half /\ len w <= Q2R base /\ dot w (unit_of (real u)) = 0 /\
      len (q - (real c + (s * unit_of (real u) + w))) <= Q2R r
  end.
Definition in_cover (balls : list qball) (p : vector) := exists c, In c (map ball_of balls) /\ in_ball c p.
Definition runs (items : list qitem) := existsb (fun i => match i with Run _ _ _ => true | _ => false end) items.
Definition claims (items : list qitem) := existsb (fun i => match i with Run _ _ _ => false | _ => true end) items.
(* The points of a body: if blocks are about it, they are in its ball and its cover, or in the set around it; if claims
   are about it, in its elements. *)
Definition first_points (b : qbody) (cover : list qball) (items : list qitem) (points : vector -> Prop) :=
  forall p, points p -> (claims items = true -> in_body b p) /\
    (runs items = true -> in_ball (ball_of (q_bounding b)) p /\ in_cover cover p).
Definition second_points (b : qbody) (s : qsecond) (items : list qitem) (points : vector -> Prop) := match s with
  | Cover cover => first_points b cover items points
  | Around a => forall p, points p -> (claims items = true -> in_body b p) /\ (runs items = true -> in_around a p)
  end.

(* The sets in intervals; the origin, from which the difference of two centres keeps away. *)
Inductive iaround :=
| Ibox (centre x y z : ivector) (radius : interval)
| Icylinder (centre axis : ivector) (base half radius : interval)
| Iorigin.
Definition iunit (v : ivector) := ivscale (iinv (ilen v)) v.
Definition around_at (s : qaround) := match s with
  | Qbox c x y z r => Ibox (ireal c) (ireal x) (ireal y) (ireal z) (iq r)
  | Qcylinder c u base half r => Icylinder (ireal c) (iunit (ireal u)) (iq base) (iq half) (iq r)
  end.
Definition proper (s : qaround) := match s with
  | Qbox _ _ _ _ _ => true
  | Qcylinder _ u _ _ _ => is_positive (ilen (ireal u))
  end.
(* The least product of n with a point of the set. *)
Definition least_of (n : ivector) (s : iaround) := match s with
  | Ibox c x y z r => isub (isub (idot n c) (iadd (iabs (idot n x)) (iadd (iabs (idot n y)) (iabs (idot n z)))))
      (imul (ilen n) r)
  | Icylinder c u base half r =>
      isub (isub (idot n c) (iadd (imul half (iabs (idot n u))) (imul base (ilen (icross u n))))) (imul (ilen n) r)
  | Iorigin => iz 0
  end.

Section Search.
(* Three integers, along which the set is likely to be far from the segment. *)
Variable search : ivector -> ivector -> iaround -> Z * Z * Z.

Definition segment_clear (u v : ivector) (s : iaround) (d : interval) :=
  let '(x, y, z) := search u v s in
  let n := Ivector (iz x) (iz y) (iz z) in
  let rest := isub (least_of n s) (imul d (ilen n)) in
  is_positive (isub rest (idot n u)) && is_positive (isub rest (idot n v)).

(* (7): joints with their bounds over [m - h, m + h], and the three numbers. *)
Record ispan := Ispan { i_slides : bool; i_span : interval; i_most : interval; i_bends : interval }.
Definition span_at (m h : interval) (j : qjoint) :=
  let c := map iq (q_value j) in
  let c' := iderivative c in
  let limit d := ibound (iabout m (iz 1) d) h in
  Ispan (negb (q_turns j)) (iadd (ilen (ireal (q_origin j))) (if q_turns j then iz 0 else limit c))
    (limit c') (limit (iderivative c')).
Fixpoint ispans (js : list ispan) := match js with [] => iz 0 | j :: l => iadd (i_span j) (ispans l) end.
Record iterms := Iterms { i_axial : interval; i_central : interval; i_constant : interval }.
Fixpoint iterms_of (above : interval) (js : list ispan) := match js with
  | [] => Iterms (iz 0) (iz 0) (iz 0)
  | j :: l =>
    let R := i_most j in
    let turning := if i_slides j then iz 0 else R in
    let w := iadd (i_bends j) (imul R (iadd turning (imul (iz 2) above))) in
    let rest := iterms_of (iadd above turning) l in
    if i_slides j then Iterms (i_axial rest) (i_central rest) (iadd w (i_constant rest))
    else match l with
      | [] => Iterms w (iz 0) (iz 0)
      | _ => Iterms (i_axial rest) (iadd w (i_central rest)) (iadd (imul w (ispans l)) (i_constant rest))
      end
  end.
Fixpoint last_axis (js : list qjoint) := match js with
  | [] => izero
  | [j] => iunit (ireal (q_axis j))
  | _ :: l => last_axis l
  end.

(* A body over an interval: the frames at both ends, the axis and the numbers of (7), the length of the interval. *)
Record passage := Passage { p_from : iframe; p_to : iframe; p_axis : ivector; p_terms : iterms; p_length : interval }.
Definition bend_at (k : passage) (p : ivector) := let c := p_terms k in
  iadd (iadd (imul (i_axial c) (ilen (icross (p_axis k) p))) (imul (i_central c) (ilen p))) (i_constant c).
Definition ibow (A length : interval) := idiv (imul A (imul length length)) 8.
Definition passage_of (b : qbody) (from to : iframe) (s t : Q) :=
  let m := idiv (iadd (iq s) (iq t)) 2 in
  let length := isub (iq t) (iq s) in
  Passage from to (last_axis (q_chain b)) (iterms_of (iz 0) (map (span_at m (idiv length 2)) (q_chain b))) length.

(* A ball over an interval: both places of its centre; its radius, and how far the centre gets from the chord. *)
Record carried := Carried { c_from : ivector; c_to : ivector; c_room : interval }.
Definition carry (k : passage) (c : qball) := let p := ireal (q_centre c) in
  Carried (iin_frame (p_from k) p) (iin_frame (p_to k) p) (iadd (iq (q_radius c)) (ibow (bend_at k p) (p_length k))).

(* (8) and (9). *)
Definition off (required : interval) (s : iaround) (c : carried) :=
  segment_clear (c_from c) (c_to c) s (iadd required (c_room c)).
Definition parted (required : interval) (c d : carried) :=
  segment_clear (ivsub (c_from d) (c_from c)) (ivsub (c_to d) (c_to c)) Iorigin
    (iadd required (iadd (c_room c) (c_room d))).

Definition frame_at (b : qbody) (t : Q) := iframe_of (map (posed_at (iq t) (iz 0)) (q_chain b)).

Section Pair.
Variables (a : qbody) (cover : list qball) (b : qbody) (second : qsecond) (required : Q).

Definition check_interval (fa fb ga gb : iframe) (s t : Q) :=
  let r := iq required in
  let ka := passage_of a fa ga s t in
  let whole := carry ka (q_bounding a) in
  let balls := map (carry ka) cover in
  negb (Qle_bool t s) && match second with
  | Around set => let set := around_at set in off r set whole || forallb (off r set) balls
  | Cover other => let kb := passage_of b fb gb s t in
    let whole' := carry kb (q_bounding b) in
    let balls' := map (carry kb) other in
    parted r whole whole' || forallb (fun c => parted r c whole' ||
      forallb (fun d => parted r whole d || parted r c d) balls') balls
  end.
Fixpoint check_run (s : Q) (fa fb : iframe) (times : list Q) := match times with
  | [] => true
  | t :: l => let ga := frame_at a t in let gb := frame_at b t in
    check_interval fa fb ga gb s t && check_run t ga gb l
  end.

(* (6), for all pairs of elements that the parts of a claim name. *)
Definition check_chord_part (ka kb : passage) (common : qvector -> ivector) (p : part) :=
  let n := common (part_normal p) in
  let P := balls a (part_a p) in
  let Q := balls b (part_b p) in
  let placed (f : iframe) := map (fun c => (iin_frame f (ireal (q_centre c)), iq (q_radius c))) in
  let bend k l := highest (map (fun c => bend_at k (ireal (q_centre c))) l) in
  let A := (bend ka P + bend kb Q)%Z in
  let loss := imul (iadd (iq required) (ibow (Interval A A) (p_length ka))) (ilen n) in
  let open_between fa fb := (0 <? least n (placed fb Q) - most_of n (placed fa P) + lo (ineg loss))%Z in
  open_between (p_from ka) (p_from kb) && open_between (p_to ka) (p_to kb).
Definition check_chord (c : qclaim) :=
  let s := q_from c in
  let t := q_to c in
  let ka := passage_of a (frame_at a s) (frame_at a t) s t in
  let kb := passage_of b (frame_at b s) (frame_at b t) s t in
  let js := map (posed_at (iq (q_at c)) (iz 0)) (q_chain a) in
  let o := iplace js izero in
  negb (Qle_bool t s) && all_elements a b (q_parts c) &&
  forallb (check_chord_part ka kb (fun v => ivsub (iplace js (ireal v)) o)) (q_parts c).

Definition check_item (i : qitem) := match i with
  | Run s t l => check_run s (frame_at a s) (frame_at b s) (t :: l)
  | Claim c => check_claim a b required c
  | Chord c => check_chord c
  end.
Definition interval_of (i : qitem) := match i with
  | Run s t l => (s, last l t)
  | Claim c | Chord c => (q_from c, q_to c)
  end.
Definition sound_second := match second with
  | Around s => proper s && match q_chain b with [] => true | _ => false end
  | Cover _ => true
  end.

(* The items are in the order of their begin. *)
Definition check_blocks (begin fin : Q) (items : list qitem) :=
  Qle_bool 0 required && sound_body a && sound_body b && sound_second && covers (map interval_of items) begin fin &&
  forallb check_item items.
End Pair.

(* The proof. *)
Local Hint Resolve ireal_ok : holds.

Definition stands (i : iaround) (set : vector -> Prop) := forall n d, holds_vector n d ->
  exists l, holds (least_of n i) l /\ forall q, set q -> l <= dot d q.

Lemma origin_stands : stands Iorigin (fun o => o = zero).
Proof. intros n d _. exists 0. split. apply (iz_ok 0). intros q ->. right. vector_ring. Qed.

Lemma iunit_ok : forall i v, is_positive (ilen i) = true -> holds_vector i v -> holds_vector (iunit i) (unit_of v).
Proof. intros. apply ivscale_ok; auto. apply iinv_ok; auto with holds. Qed.

Lemma unit_of_length : forall v, 0 < len v -> dot (unit_of v) (unit_of v) = 1.
Proof. intros v H. unfold unit_of. rewrite dot_scale, dot_sym, dot_scale, <- len_sq. field. lra. Qed.

Lemma product_least : forall i x, Rabs i <= 1 -> - Rabs x <= i * x.
Proof.
  intros i x H. assert (Rabs (i * x) <= 1 * Rabs x)
    by (rewrite Rabs_mult; apply Rmult_le_compat_r; auto using Rabs_pos).
  generalize (Rle_abs (- (i * x))). rewrite Rabs_Ropp. lra.
Qed.

Lemma near_least : forall d q c r, len (q - c) <= r -> dot d c - len d * r <= dot d q.
Proof. intros d q c r H. generalize (dot_below d (q - c) r H). rewrite dot_sub. lra. Qed.

Lemma around_stands : forall s, proper s = true -> stands (around_at s) (in_around s).
Proof.
  intros [c x y z r|c u base half r] U n d N.
  - exists (dot d (real c) - (Rabs (dot d (real x)) + (Rabs (dot d (real y)) + Rabs (dot d (real z)))) - len d * Q2R r).
    split. simpl. auto 12 with holds.
    intros q [i [j [k [I [J [K B]]]]]]. generalize (near_least d q _ _ B).
    rewrite !dot_add, !dot_scale. generalize (product_least i (dot d (real x)) I) (product_least j (dot d (real y)) J)
      (product_least k (dot d (real z)) K). lra.
  - set (v := unit_of (real u)).
    assert (P : 0 < len (real u)) by (apply (is_positive_ok _ _ U); auto with holds).
    exists (dot d (real c) - (Q2R half * Rabs (dot d v) + Q2R base * len (cross v d)) - len d * Q2R r). split.
    + simpl. assert (V : holds_vector (iunit (ireal u)) v) by (apply iunit_ok; auto with holds). auto 12 with holds.
    + intros q [s [w [S [W [E B]]]]]. fold v in E, B. generalize (near_least d q _ _ B). rewrite !dot_add, dot_scale.
      assert (A : - (Q2R half * Rabs (dot d v)) <= s * dot d v).
      { assert (Rabs (s * dot d v) <= Q2R half * Rabs (dot d v))
          by (rewrite Rabs_mult; apply Rmult_le_compat_r; auto using Rabs_pos).
        generalize (Rle_abs (- (s * dot d v))). rewrite Rabs_Ropp. lra. }
      assert (D : dot d w = dot (cross v d) (cross v w)).
      { transitivity (dot v v * dot d w - dot w v * dot d v).
        - unfold v at 1 2. rewrite unit_of_length, E by auto. ring.
        - vector_ring. }
      assert (L : len (cross v w) <= Q2R base)
        by (eapply Rle_trans; [apply len_cross_unit; apply unit_of_length; auto | auto]).
      generalize (dot_below (cross v d) (cross v w) _ L). rewrite <- D. lra.
Qed.

Lemma segment_clear_ok : forall i set u v d ru rv rd, stands i set -> holds_vector u ru -> holds_vector v rv ->
  holds d rd -> segment_clear u v i d = true -> segment_far ru rv set rd.
Proof.
  intros i set u v d ru rv rd S U V D H. unfold segment_clear in H. destruct (search u v i) as [[x y] z].
  apply andb_prop in H. destruct H as [A B].
  assert (N : holds_vector (Ivector (iz x) (iz y) (iz z)) (Vector (IZR x) (IZR y) (IZR z)))
    by (apply ivector_ok; apply iz_ok).
  destruct (S _ _ N) as [l [L Least]].
  set (n := Ivector (iz x) (iz y) (iz z)) in *. set (rn := Vector (IZR x) (IZR y) (IZR z)) in *.
  assert (A' : 0 < l - rd * len rn - dot rn ru) by (apply (is_positive_ok _ _ A); auto with holds).
  assert (B' : 0 < l - rd * len rn - dot rn rv) by (apply (is_positive_ok _ _ B); auto with holds).
  apply segment_apart with rn l; auto; lra.
Qed.

(* The joints of a body over [m - h, m + h], as rule (7) takes them. *)
Definition spanned_at (m h : R) (j : qjoint) := Spanned (limited_at m h j)
  (len (real (q_origin j)) + (if q_turns j then 0 else bound (about m 1 (coefficients j)) h)).
Definition spanned_chain (m h : R) (b : qbody) := map (spanned_at m h) (q_chain b).

Lemma links_at : forall m h b, links (spanned_chain m h b) = chain_of b.
Proof. intros. unfold links, spanned_chain, chain_of. rewrite map_map. reflexivity. Qed.

Lemma stays_at : forall m h j t, sound_joint j -> Rabs (t - m) <= h -> stays (spanned_at m h j) t.
Proof.
  intros m h j t S H. split. apply limited_within; auto.
  unfold joint_in, spanned_at. cbn [limits span limited_at joint_of]. unfold move.
  cbn [joint_at origin turns axes axis value].
  rewrite apply_identity. eapply Rle_trans. apply triangle. apply Rplus_le_compat_l. destruct (q_turns j).
  - replace (turn _ _ zero) with zero by (unfold turn; vector_ring). rewrite len_zero. lra.
  - rewrite zero_add, len_scale.
    assert (L : len (axis (joint_at j)) = 1) by (unfold len; rewrite (axis_unit j S), sqrt_1; auto).
    simpl in L. rewrite L, Rmult_1_r. replace t with (m + 1 * (t - m)) at 1 by ring. rewrite <- polynomial_about.
    apply eval_bound; auto.
Qed.

Lemma chain_stays : forall m h b t, Forall sound_joint (q_chain b) -> Rabs (t - m) <= h -> stay (spanned_chain m h b) t.
Proof.
  intros m h b t S H. unfold stay, spanned_chain. induction S; simpl; constructor; auto. apply stays_at; auto.
Qed.

Definition spans_hold (i : ispan) (k : spanned) :=
  i_slides i = negb (turns (joint_in k)) /\ holds (i_span i) (span k) /\
  holds (i_most i) (rate_limit (limits k)) /\ holds (i_bends i) (bend_limit (limits k)).

Lemma span_at_ok : forall im ih m h j, holds im m -> holds ih h -> spans_hold (span_at im ih j) (spanned_at m h j).
Proof.
  intros im ih m h j M H. generalize (coefficients_ok j). intro C. generalize (iderivative_ok _ _ C). intro C'.
  unfold spans_hold, span_at, spanned_at; simpl. split; [reflexivity|]. split; [|split].
  - apply iadd_ok. auto with holds. destruct (q_turns j); auto with holds.
    apply ibound_ok; auto. apply iabout_ok; auto with holds.
  - apply ibound_ok; auto. apply iabout_ok; auto with holds.
  - apply ibound_ok; auto. apply iabout_ok; auto with holds. apply iderivative_ok; auto.
Qed.

Lemma ispans_ok : forall js ls, Forall2 spans_hold js ls -> holds (ispans js) (spans ls).
Proof. intros js ls H. induction H as [|i k js ls [_ [S _]] _ IH]; simpl; auto with holds. Qed.

Lemma iterms_ok : forall js ls, Forall2 spans_hold js ls -> forall iabove above, holds iabove above ->
  let c := iterms_of iabove js in let d := terms_of above ls in
  holds (i_axial c) (per_axis d) /\ holds (i_central c) (per_origin d) /\ holds (i_constant c) (constant d).
Proof.
  intros js ls H. induction H as [|i k js ls K L IH]; intros iabove above A; cbv zeta. simpl; auto with holds.
  destruct K as [T [S [R B]]]. cbn [iterms_of terms_of].
  assert (Tu : holds (if i_slides i then iz 0 else i_most i) (if_turns (joint_in k) (rate_limit (limits k)))).
  { rewrite T. unfold if_turns. destruct (turns (joint_in k)); simpl; auto with holds. }
  assert (W : holds (iadd (i_bends i) (imul (i_most i) (iadd (if i_slides i then iz 0 else i_most i)
      (imul (iz 2) iabove)))) (weight above k)) by (unfold weight; auto 8 with holds).
  set (w := iadd (i_bends i) _) in *.
  destruct (IH _ _ (iadd_ok _ _ _ _ A Tu)) as [X [Y Z]]. generalize (ispans_ok js ls L). intro Sp.
  rewrite T in *. destruct (turns (joint_in k)); cbn [negb] in *.
  - destruct L; cbn [i_axial i_central i_constant per_axis per_origin constant]; auto 8 with holds.
  - cbn [i_axial i_central i_constant per_axis per_origin constant]. auto 8 with holds.
Qed.

Lemma last_axis_ok : forall m h l ip p, Forall sound_joint l -> holds_vector ip p ->
  holds (ilen (icross (last_axis l) ip)) (from_axis (map (spanned_at m h) l) p).
Proof.
  intros m h l ip p S P. induction S as [|j l J L IH]; simpl.
  - replace 0 with (len (cross zero p)). auto with holds.
    replace (cross zero p) with zero by vector_ring. apply len_zero.
  - destruct l as [|k l]; simpl in *; auto. apply ilen_ok, icross_ok; auto. apply (iunit_ok _ _ J). auto with holds.
Qed.

(* What a passage holds over [s, t]. *)
Section Passage.
Variables (b : qbody) (s t : Q).
Hypothesis sound_b : Forall sound_joint (q_chain b).
Hypothesis ordered : Q2R s < Q2R t.
Let m := (Q2R s + Q2R t) / 2.
Let h := (Q2R t - Q2R s) / 2.
Definition joints_over := spanned_chain m h b.
Let k := passage_of b (frame_at b s) (frame_at b t) s t.

Lemma stay_over : all_stay (Q2R s) (Q2R t) joints_over.
Proof. intros x X. apply chain_stays; auto. unfold m, h. apply Rabs_le. lra. Qed.

Lemma frame_ok : forall u ip p, holds_vector ip p ->
  holds_vector (iin_frame (frame_at b u) ip) (place (chain_of b) p (Q2R u)).
Proof.
  intros u ip p P. rewrite <- (joints_at (Q2R u) 0 b). apply iin_frame_ok; auto. apply chain_posed; auto with holds.
Qed.

Lemma bend_at_ok : forall ip p, holds_vector ip p -> holds (bend_at k ip) (bending joints_over p).
Proof.
  intros ip p P. rewrite rule_7_terms. unfold k, bend_at, passage_of. cbn [p_terms p_axis].
  assert (M : holds (idiv (iadd (iq s) (iq t)) 2) m) by (unfold m; auto with holds).
  assert (H : holds (idiv (isub (iq t) (iq s)) 2) h) by (unfold h; auto with holds).
  assert (F : Forall2 spans_hold (map (span_at (idiv (iadd (iq s) (iq t)) 2) (idiv (isub (iq t) (iq s)) 2)) (q_chain b))
    joints_over).
  { unfold joints_over, spanned_chain. clear sound_b k. induction (q_chain b); simpl; constructor; auto.
    apply span_at_ok; auto. }
  destruct (iterms_ok _ _ F _ _ (iz_ok 0)) as [X [Y Z]].
  generalize (last_axis_ok m h (q_chain b) ip p sound_b P). intro A.
  apply iadd_ok; auto. apply iadd_ok; auto with holds.
Qed.

Lemma ibow_ok : forall i A, holds i A -> holds (ibow i (p_length k)) (bow A (Q2R s) (Q2R t)).
Proof. intros i A H. unfold ibow, bow, k, passage_of. cbn [p_length]. auto 8 with holds. Qed.

Definition carries (i : carried) (c : ball) :=
  holds_vector (c_from i) (place (links joints_over) (centre c) (Q2R s)) /\
  holds_vector (c_to i) (place (links joints_over) (centre c) (Q2R t)) /\
  holds (c_room i) (radius c + bow (bending joints_over (centre c)) (Q2R s) (Q2R t)).

Lemma carry_ok : forall c, carries (carry k c) (ball_of c).
Proof.
  intro c. unfold carries, carry, joints_over. rewrite links_at. split; [|split].
  - apply frame_ok. simpl. auto with holds.
  - apply frame_ok. simpl. auto with holds.
  - apply iadd_ok. simpl. auto with holds. apply ibow_ok. apply bend_at_ok. simpl. auto with holds.
Qed.
End Passage.

Lemma off_ok : forall b s t required i set c r, stands i set -> carries b s t c r ->
  off (iq required) i c = true -> keeps_off (Q2R s) (Q2R t) (joints_over b s t) r set (Q2R required).
Proof.
  intros b s t required i set c r S [F [T R]] H. unfold keeps_off. rewrite Rplus_assoc.
  apply (segment_clear_ok i set (c_from c) (c_to c) (iadd (iq required) (c_room c))); auto with holds.
Qed.

Lemma parted_ok : forall a b s t required c d x y, carries a s t c x -> carries b s t d y ->
  parted (iq required) c d = true ->
  keep_apart (Q2R s) (Q2R t) (joints_over a s t) (joints_over b s t) x y (Q2R required).
Proof.
  intros a b s t required c d x y [F [T R]] [F' [T' R']] H. unfold keep_apart.
  match goal with |- segment_far _ _ _ ?e => replace e with (Q2R required +
    ((radius x + bow (bending (joints_over a s t) (centre x)) (Q2R s) (Q2R t)) +
     (radius y + bow (bending (joints_over b s t) (centre y)) (Q2R s) (Q2R t)))) by (unfold bow; field) end.
  apply (segment_clear_ok Iorigin (fun o => o = zero) (ivsub (c_from d) (c_from c)) (ivsub (c_to d) (c_to c))
    (iadd (iq required) (iadd (c_room c) (c_room d)))); auto with holds. apply origin_stands.
Qed.

Lemma Qlt_real : forall s t, negb (Qle_bool t s) = true -> Q2R s < Q2R t.
Proof.
  intros s t H. apply Qlt_Rlt. apply Qnot_le_lt. intro L. apply Qle_bool_iff in L. rewrite L in H. discriminate.
Qed.

Lemma joints_sound : forall b, sound_body b = true -> Forall sound_joint (q_chain b).
Proof.
  intros b H. unfold sound_body in H. apply andb_prop in H. destruct H as [J _].
  apply Forall_forall. intros j I. rewrite forallb_forall in J. apply J; auto.
Qed.

Lemma bounds_over : forall b s t, Forall sound_joint (q_chain b) -> Q2R s < Q2R t ->
  bounds_on (Q2R s) (Q2R t) (chain_of b) (joints_over b s t).
Proof. intros. split. apply links_at. apply stay_over; auto. Qed.

Section Sound.
Variables (a : qbody) (cover : list qball) (b : qbody) (second : qsecond) (required : Q) (X Y : vector -> Prop).
Hypothesis sound_a : sound_body a = true.
Hypothesis sound_b : sound_body b = true.
Hypothesis sound_s : sound_second b second = true.

Definition apart_of (t : R) := forall p q, X p -> Y q ->
  len (place (chain_of b) q t - place (chain_of a) p t) > Q2R required.
Definition in_balls (c : qbody) (balls : list qball) (p : vector) :=
  in_ball (ball_of (q_bounding c)) p /\ in_cover balls p.
Hypothesis first_in : forall p, X p -> in_balls a cover p.
Hypothesis second_in : forall q, Y q -> match second with
  | Cover other => in_balls b other q
  | Around s => in_around s q
  end.

Lemma interval_ok : forall s t, check_interval a cover b second required (frame_at a s) (frame_at b s) (frame_at a t)
    (frame_at b t) s t = true -> forall x, Q2R s <= x <= Q2R t -> apart_of x.
Proof.
  intros s t K x Hx p q P Q. unfold check_interval in K. cbv zeta in K.
  apply andb_prop in K. destruct K as [L K]. apply Qlt_real in L.
  assert (Ja := joints_sound a sound_a). assert (Jb := joints_sound b sound_b).
  assert (Ca := carry_ok a s t Ja). assert (Cb := carry_ok b s t Jb).
  set (mover := Mover (chain_of a) X (map ball_of cover) (ball_of (q_bounding a))).
  destruct second as [set|other].
  - assert (S : stands (around_at set) (in_around set) /\ q_chain b = []).
    { simpl in sound_s. apply andb_prop in sound_s. destruct sound_s as [U E]. split. apply around_stands; auto.
      destruct (q_chain b); auto. discriminate. }
    destruct S as [S E]. unfold chain_of at 1. rewrite E. simpl.
    assert (D : tested (Pair mover (Obstacle Y (in_around set)) (Q2R required)) (Q2R s) (Q2R t)).
    { exists (joints_over a s t). split. apply bounds_over; auto. apply orb_prop in K. destruct K as [K|K].
      - left. apply (off_ok a s t required (around_at set) (in_around set) _ _ S (Ca _) K).
      - right. intros c I. apply in_map_iff in I. destruct I as [d [<- I]]. rewrite forallb_forall in K.
        apply (off_ok a s t required (around_at set) (in_around set) _ _ S (Ca _)). apply K. apply in_map; auto. }
    apply (tested_apart (Pair mover (Obstacle Y (in_around set)) (Q2R required)) (Q2R s) (Q2R t) L); auto.
    split; auto.
  - set (mover' := Mover (chain_of b) Y (map ball_of other) (ball_of (q_bounding b))).
    assert (D : tested (Pair mover (Robot mover') (Q2R required)) (Q2R s) (Q2R t)).
    { exists (joints_over a s t). split. apply bounds_over; auto.
      exists (joints_over b s t). split. apply bounds_over; auto.
      intros c d I J. apply in_map_iff in I. destruct I as [x' [<- I]].
      apply in_map_iff in J. destruct J as [y' [<- J]].
      apply orb_prop in K. destruct K as [K|K].
      - right; right; right. apply (parted_ok a b s t required _ _ _ _ (Ca _) (Cb _) K).
      - rewrite forallb_forall in K. generalize (K _ (in_map _ _ _ I)). intro H.
        apply orb_prop in H. destruct H as [H|H].
        + right; left. apply (parted_ok a b s t required _ _ _ _ (Ca _) (Cb _) H).
        + rewrite forallb_forall in H. generalize (H _ (in_map _ _ _ J)). intro G.
          apply orb_prop in G. destruct G as [G|G].
          * right; right; left. apply (parted_ok a b s t required _ _ _ _ (Ca _) (Cb _) G).
          * left. apply (parted_ok a b s t required _ _ _ _ (Ca _) (Cb _) G). }
    apply (tested_apart (Pair mover (Robot mover') (Q2R required)) (Q2R s) (Q2R t) L); auto.
    split; auto.
Qed.

Lemma last_default : forall (l : list Q) t u, last (t :: l) u = last l t.
Proof.
  induction l as [|v l IH]; intros t u. reflexivity.
  change (last (t :: v :: l) u) with (last (v :: l) u). rewrite !IH. reflexivity.
Qed.

Lemma run_ok : forall l s t, check_run a cover b second required s (frame_at a s) (frame_at b s) (t :: l) = true ->
  forall x, Q2R s <= x <= Q2R (last l t) -> apart_of x.
Proof.
  induction l as [|u l IH]; intros s t K x Hx; cbn [check_run] in K; cbv zeta in K;
    apply andb_prop in K; destruct K as [K R].
  - apply (interval_ok s t K). exact Hx.
  - destruct (Rle_dec x (Q2R t)). apply (interval_ok s t K); lra.
    apply (IH t u R). rewrite last_default in Hx. lra.
Qed.
End Sound.

(* A claim of the rule chord. *)
Lemma placed_least : forall b s n d l c, Forall sound_joint (q_chain b) -> holds_vector n d -> In c (map ball_of l) ->
  at_scale (least n (map (fun e => (iin_frame (frame_at b s) (ireal (q_centre e)), iq (q_radius e))) l)) <=
    dot d (place (chain_of b) (centre c) (Q2R s)) - len d * radius c.
Proof.
  intros b s n d l c S N I. apply in_map_iff in I. destruct I as [e [<- I]]. simpl.
  eapply lo_below with (i := isub (idot n (iin_frame (frame_at b s) (ireal (q_centre e))))
    (imul (ilen n) (iq (q_radius e)))).
  - generalize (frame_ok b S s (ireal (q_centre e)) (real (q_centre e)) (ireal_ok _)). auto with holds.
  - apply lowest_ok. rewrite map_map. apply in_map_iff. exists e. auto.
Qed.

Lemma placed_most : forall b s n d l c, Forall sound_joint (q_chain b) -> holds_vector n d -> In c (map ball_of l) ->
  dot d (place (chain_of b) (centre c) (Q2R s)) + len d * radius c <=
    at_scale (most_of n (map (fun e => (iin_frame (frame_at b s) (ireal (q_centre e)), iq (q_radius e))) l)).
Proof.
  intros b s n d l c S N I. apply in_map_iff in I. destruct I as [e [<- I]]. simpl.
  eapply hi_above with (i := iadd (idot n (iin_frame (frame_at b s) (ireal (q_centre e))))
    (imul (ilen n) (iq (q_radius e)))).
  - generalize (frame_ok b S s (ireal (q_centre e)) (real (q_centre e)) (ireal_ok _)). auto with holds.
  - apply highest_ok. rewrite map_map. apply in_map_iff. exists e. auto.
Qed.

Lemma bend_most : forall b s t l c, Forall sound_joint (q_chain b) -> In c (map ball_of l) ->
  bending (joints_over b s t) (centre c) <= at_scale (highest
    (map (fun e => bend_at (passage_of b (frame_at b s) (frame_at b t) s t) (ireal (q_centre e))) l)).
Proof.
  intros b s t l c S I. apply in_map_iff in I. destruct I as [e [<- I]]. simpl.
  eapply hi_above. apply (bend_at_ok b s t S (ireal (q_centre e)) (real (q_centre e)) (ireal_ok _)).
  apply highest_ok. apply in_map_iff. exists e. auto.
Qed.

Lemma chord_sound : forall a b required c, sound_body a = true -> sound_body b = true ->
  check_chord a b required c = true -> forall t, Q2R (q_from c) <= t <= Q2R (q_to c) ->
  forall p q, in_body a p -> in_body b q ->
  len (place (chain_of b) q t - place (chain_of a) p t) > Q2R required.
Proof.
  intros a b required c Sa Sb K x Hx p q [e [Ie P]] [f [If Q]]. unfold check_chord in K. cbv zeta in K.
  apply andb_prop in K. destruct K as [K Parts]. apply andb_prop in K. destruct K as [L All]. apply Qlt_real in L.
  destruct (In_nth_error _ _ Ie) as [i Ei]. destruct (In_nth_error _ _ If) as [j Ej].
  destruct (elements_named a b (q_parts c) i j All) as [r [Ir [Ni Nj]]].
  { apply nth_error_Some. congruence. }
  { apply nth_error_Some. congruence. }
  rewrite forallb_forall in Parts. specialize (Parts r Ir). unfold check_chord_part in Parts. cbv zeta in Parts.
  set (s := q_from c) in *. set (t := q_to c) in *. cbn [p_from p_to passage_of] in Parts.
  set (n := ivsub _ _) in Parts. set (loss := imul _ (ilen n)) in Parts.
  apply andb_prop in Parts. destruct Parts as [F T]. apply Z.ltb_lt in F. apply Z.ltb_lt in T.
  assert (Ja := joints_sound a Sa). assert (Jb := joints_sound b Sb).
  set (d := (place (chain_of a) (real (part_normal r)) (Q2R (q_at c)) - place (chain_of a) zero (Q2R (q_at c)))%V).
  assert (N : holds_vector n d).
  { unfold n, d. rewrite <- (joints_at (Q2R (q_at c)) 0 a).
    assert (B : Forall2 (poses (Q2R (q_at c))) (map (posed_at (iq (q_at c)) (iz 0)) (q_chain a))
      (map (limited_at (Q2R (q_at c)) 0) (q_chain a))) by (apply chain_posed; auto with holds).
    apply ivsub_ok; apply iplace_ok with (1 := B); auto with holds. }
  assert (Hull : forall o k set y g, N.testbit set (N.of_nat k) = true -> nth_error (q_elements o) k = Some g ->
    hull (map ball_of g) y -> hull (map ball_of (balls o set)) y).
  { intros o k set y g Nk Eg. apply hull_incl. apply incl_map. apply select_incl with k; auto. }
  rewrite <- (links_at ((Q2R s + Q2R t) / 2) ((Q2R t - Q2R s) / 2) a).
  rewrite <- (links_at ((Q2R s + Q2R t) / 2) ((Q2R t - Q2R s) / 2) b).
  fold (joints_over a s t) (joints_over b s t).
  eapply (rule_6_hulls (Q2R s) (Q2R t) (joints_over a s t) (joints_over b s t) d (map ball_of (balls a (part_a r)))
    (map ball_of (balls b (part_b r)))); auto.
  - apply stay_over; auto.
  - apply stay_over; auto.
  - intros g I. apply bend_most; auto. exact I.
  - intros g I. apply bend_most; auto. exact I.
  - rewrite <- scaled_sum.
    set (A := at_scale _). assert (Loss : holds loss ((Q2R required + bow A (Q2R s) (Q2R t)) * len d)).
    { unfold loss. apply imul_ok; auto with holds. apply iadd_ok; auto with holds.
      apply (ibow_ok a s t). apply scaled_ok. }
    unfold joints_over. rewrite !links_at.
    intros u [-> | ->]; eexists; eexists; (split; [|split]).
    + intros g I. apply placed_least with (2 := N); eauto.
    + intros g I. apply placed_most with (2 := N); eauto.
    + generalize (scaled_gap _ _ _ _ (ineg_ok _ _ Loss) F). lra.
    + intros g I. apply placed_least with (2 := N); eauto.
    + intros g I. apply placed_most with (2 := N); eauto.
    + generalize (scaled_gap _ _ _ _ (ineg_ok _ _ Loss) T). lra.
  - apply Hull with i e; auto.
  - apply Hull with j f; auto.
Qed.

(* What the checker accepts is so, whatever the search proposes: at every time from begin to fin each point of one body
   is more than the required distance away from each point of the other. *)
Theorem check_blocks_sound : forall a cover b second required begin fin items,
  check_blocks a cover b second required begin fin items = true ->
  forall X Y, first_points a cover items X -> second_points b second items Y ->
  forall t, Q2R begin <= t <= Q2R fin -> forall p q, X p -> Y q ->
  len (place (chain_of b) q t - place (chain_of a) p t) > Q2R required.
Proof.
  intros a cover b second required begin fin items K X Y HX HY t Ht p q P Q. unfold check_blocks in K.
  apply andb_prop in K. destruct K as [K Items]. apply andb_prop in K. destruct K as [K Cov].
  apply andb_prop in K. destruct K as [K Ss]. apply andb_prop in K. destruct K as [K Sb].
  apply andb_prop in K. destruct K as [Rp Sa].
  apply Qle_real in Rp. replace (Q2R 0) with 0 in Rp by (unfold Q2R; simpl; lra).
  destruct (covers_ok _ _ _ t Cov Ht) as [from [to [I J]]].
  apply in_map_iff in I. destruct I as [i [E I]]. rewrite forallb_forall in Items. specialize (Items i I).
  assert (C : (match i with Run _ _ _ => False | _ => True end) -> in_body a p /\ in_body b q).
  { intro N. assert (claims items = true).
    { unfold claims. apply existsb_exists. exists i. split; auto. destruct i; auto. }
    split. apply HX; auto. destruct second; apply HY; auto. }
  destruct i as [s u l|c|c]; simpl in E; inversion E; subst.
  - assert (N : runs items = true) by (unfold runs; apply existsb_exists; exists (Run from u l); auto).
    apply (run_ok a cover b second required X Y Sa Sb Ss) with l from u; auto.
    + intros x Hx. apply HX; auto.
    + intros y Hy. destruct second; apply HY; auto.
  - destruct C as [Pa Qb]; auto. apply (claim_sound a b required c); auto.
  - destruct C as [Pa Qb]; auto. apply (chord_sound a b required c); auto.
Qed.
End Search.

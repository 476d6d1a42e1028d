(* Interval arithmetic in fixed point: an interval of two integers [lo, hi] holds the real x if lo <= x 2^128 <= hi.
   Every operation is proven to hold the exact result, rounded outward. *)
From Coq Require Import Reals ZArith QArith Qreals Lra Lia Bool.
Open Scope R_scope.

Definition one : Z := (2 ^ 128)%Z.
Definition unit := IZR one.
Lemma one_pos : (0 < one)%Z.
Proof. reflexivity. Qed.
Lemma unit_pos : 0 < unit.
Proof. apply (IZR_lt 0), one_pos. Qed.
Global Opaque one.

Record interval := Interval { lo : Z; hi : Z }.
Definition holds (i : interval) (x : R) := IZR (lo i) <= x * unit <= IZR (hi i).

(* Quotients rounded down and up. *)
Definition up (a d : Z) : Z := (- ((- a) / d))%Z.
Lemma down_le : forall a d, (0 < d)%Z -> IZR (a / d) * IZR d <= IZR a.
Proof. intros. rewrite <- mult_IZR. apply IZR_le. rewrite Z.mul_comm. apply Z.mul_div_le; auto. Qed.
Lemma up_ge : forall a d, (0 < d)%Z -> IZR a <= IZR (up a d) * IZR d.
Proof.
  intros. unfold up. generalize (down_le (- a) d H). rewrite !opp_IZR. lra.
Qed.

Definition iadd i j := Interval (lo i + lo j) (hi i + hi j).
Definition ineg i := Interval (- hi i) (- lo i).
Definition isub i j := iadd i (ineg j).
Definition iz z := Interval (z * one) (z * one).
Definition iq q := Interval (Qnum q * one / Zpos (Qden q)) (up (Qnum q * one) (Zpos (Qden q))).
Definition imul i j :=
  let a := (lo i * lo j)%Z in let b := (lo i * hi j)%Z in
  let c := (hi i * lo j)%Z in let d := (hi i * hi j)%Z in
  Interval (Z.min (Z.min a b) (Z.min c d) / one) (up (Z.max (Z.max a b) (Z.max c d)) one).
(* the quotient by a positive integer *)
Definition idiv i k := Interval (lo i / Zpos k) (up (hi i) (Zpos k)).
Definition isqrt i := Interval (Z.sqrt (Z.max 0 (lo i) * one)) (Z.sqrt (Z.max 0 (hi i) * one) + 1).
Definition iabs i :=
  if (0 <=? lo i)%Z then i else if (hi i <=? 0)%Z then ineg i else Interval 0 (Z.max (- lo i) (hi i)).
Definition imin i j := Interval (Z.min (lo i) (lo j)) (Z.min (hi i) (hi j)).
Definition imax i j := Interval (Z.max (lo i) (lo j)) (Z.max (hi i) (hi j)).
(* an interval with both *)
Definition ijoin i j := Interval (Z.min (lo i) (lo j)) (Z.max (hi i) (hi j)).
Definition is_positive i := (0 <? lo i)%Z.
(* the reciprocal, of a positive interval *)
Definition iinv i := Interval (one * one / hi i) (up (one * one) (lo i)).

Lemma iadd_ok : forall i j x y, holds i x -> holds j y -> holds (iadd i j) (x + y).
Proof. unfold holds; simpl; intros. rewrite !plus_IZR. lra. Qed.

Lemma ineg_ok : forall i x, holds i x -> holds (ineg i) (- x).
Proof. unfold holds; simpl; intros. rewrite !opp_IZR. lra. Qed.

Lemma isub_ok : forall i j x y, holds i x -> holds j y -> holds (isub i j) (x - y).
Proof. intros. apply iadd_ok; auto. apply ineg_ok; auto. Qed.

Lemma iz_ok : forall z, holds (iz z) (IZR z).
Proof. unfold holds, unit; simpl; intros. rewrite mult_IZR. lra. Qed.

Lemma iq_ok : forall q, holds (iq q) (Q2R q).
Proof.
  intros [n d]. unfold holds, Q2R, unit; simpl.
  assert (P : 0 < IZR (Zpos d)) by (apply (IZR_lt 0); reflexivity).
  generalize (down_le (n * one) (Zpos d) eq_refl) (up_ge (n * one) (Zpos d) eq_refl). rewrite mult_IZR. intros A B.
  split; apply Rmult_le_reg_r with (IZR (Zpos d)); auto;
    replace (IZR n * / IZR (Zpos d) * IZR one * IZR (Zpos d)) with (IZR n * IZR one) by (field; lra); auto.
Qed.

Lemma scaled_below : forall L k c d y, c <= y <= d -> L <= k * c -> L <= k * d -> L <= k * y.
Proof.
  intros L k c d y Hy C D. destruct (Rle_dec 0 k).
  - assert (k * c <= k * y) by (apply Rmult_le_compat_l; lra). lra.
  - assert (- k * y <= - k * d) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma product_below : forall L a b c d x y, a <= x <= b -> c <= y <= d ->
  L <= a * c -> L <= a * d -> L <= b * c -> L <= b * d -> L <= x * y.
Proof.
  intros. rewrite Rmult_comm. apply scaled_below with a b; auto; rewrite Rmult_comm; apply scaled_below with c d; auto.
Qed.

Lemma imul_ok : forall i j x y, holds i x -> holds j y -> holds (imul i j) (x * y).
Proof.
  intros i j x y X Y. unfold holds. cbn [lo hi imul].
  set (l := Z.min _ _). set (h := Z.max _ _). generalize unit_pos. intro U.
  generalize (down_le l one one_pos) (up_ge h one one_pos). fold unit. intros A B.
  split; apply Rmult_le_reg_r with unit; auto; replace (x * y * unit * unit) with ((x * unit) * (y * unit)) by ring.
  - eapply Rle_trans. exact A. unfold holds in *.
    apply product_below with (IZR (lo i)) (IZR (hi i)) (IZR (lo j)) (IZR (hi j)); auto;
      rewrite <- mult_IZR; apply IZR_le; unfold l; lia.
  - eapply Rle_trans. 2: exact B. unfold holds in *.
    assert (- IZR h <= (- (x * unit)) * (y * unit)).
    { apply product_below with (- IZR (hi i)) (- IZR (lo i)) (IZR (lo j)) (IZR (hi j)); auto; try lra;
        rewrite <- !opp_IZR, <- mult_IZR; apply IZR_le; unfold h; lia. }
    lra.
Qed.

Lemma idiv_ok : forall i k x, holds i x -> holds (idiv i k) (x / IZR (Zpos k)).
Proof.
  intros i k x X. unfold holds in *. simpl.
  assert (P : 0 < IZR (Zpos k)) by (apply (IZR_lt 0); reflexivity).
  generalize (down_le (lo i) (Zpos k) eq_refl) (up_ge (hi i) (Zpos k) eq_refl). intros A B.
  split; apply Rmult_le_reg_r with (IZR (Zpos k)); auto;
    replace (x / IZR (Zpos k) * unit * IZR (Zpos k)) with (x * unit) by (field; lra); lra.
Qed.

Lemma isqrt_ok : forall i x, holds i x -> holds (isqrt i) (sqrt x).
Proof.
  intros i x [L H]. unfold holds. cbn [lo hi isqrt]. generalize unit_pos. intro U.
  assert (U2 : 0 <= unit * unit) by (apply Rmult_le_pos; lra).
  assert (E : sqrt x * unit = sqrt (x * unit * unit)).
  { destruct (Rle_dec 0 x).
    - rewrite Rmult_assoc, sqrt_mult by auto. rewrite sqrt_square; lra.
    - rewrite sqrt_neg_0 by lra. rewrite Rmult_0_l. symmetry. apply sqrt_neg_0.
      assert (0 <= - x * unit * unit) by (rewrite Rmult_assoc; apply Rmult_le_pos; lra). lra. }
  rewrite E. split.
  - set (z := (Z.max 0 (lo i) * one)%Z). assert (Z0 : (0 <= z)%Z) by (unfold z; generalize one_pos; nia).
    destruct (Z.sqrt_spec z Z0) as [S _]. apply IZR_le in S. rewrite mult_IZR in S.
    assert (P : 0 <= IZR (Z.sqrt z)) by (apply (IZR_le 0), Z.sqrt_nonneg).
    destruct (Z.max_spec 0 (lo i)) as [[M E']|[M E']].
    + rewrite <- (sqrt_square (IZR (Z.sqrt z))) by auto. apply sqrt_le_1_alt.
      eapply Rle_trans. exact S. unfold z. rewrite E', mult_IZR. fold unit. apply Rmult_le_compat_r; lra.
    + replace z with 0%Z by (unfold z; rewrite E'; ring). simpl. apply sqrt_pos.
  - set (z := (Z.max 0 (hi i) * one)%Z). assert (Z0 : (0 <= z)%Z) by (unfold z; generalize one_pos; nia).
    destruct (Z.sqrt_spec z Z0) as [_ S]. apply IZR_lt in S. unfold Z.succ in S. rewrite mult_IZR in S.
    assert (P : 0 <= IZR (Z.sqrt z + 1)) by (apply (IZR_le 0); generalize (Z.sqrt_nonneg z); lia).
    rewrite <- (sqrt_square (IZR (Z.sqrt z + 1))) by auto. apply sqrt_le_1_alt.
    left. eapply Rle_lt_trans. 2: exact S. unfold z. rewrite mult_IZR. fold unit. apply Rmult_le_compat_r. lra.
    apply Rle_trans with (1 := H). apply IZR_le. lia.
Qed.

Lemma iabs_ok : forall i x, holds i x -> holds (iabs i) (Rabs x).
Proof.
  intros i x [L H]. unfold iabs. generalize unit_pos. intro U.
  destruct (0 <=? lo i)%Z eqn:A; [|destruct (hi i <=? 0)%Z eqn:B].
  - apply Z.leb_le in A. apply IZR_le in A. rewrite Rabs_right. split; auto.
    apply Rle_ge, Rmult_le_reg_r with unit; lra.
  - apply Z.leb_le in B. apply IZR_le in B. rewrite Rabs_left1. apply ineg_ok; split; auto.
    apply Rmult_le_reg_r with unit; lra.
  - unfold holds; simpl. split. apply Rmult_le_pos; [apply Rabs_pos | lra].
    rewrite <- (Rabs_right unit), <- Rabs_mult by lra. apply Rabs_le.
    assert (IZR (- lo i) <= IZR (Z.max (- lo i) (hi i))) by (apply IZR_le; lia).
    assert (IZR (hi i) <= IZR (Z.max (- lo i) (hi i))) by (apply IZR_le; lia).
    rewrite opp_IZR in *. lra.
Qed.

Lemma imin_ok : forall i j x y, holds i x -> holds j y -> holds (imin i j) (Rmin x y).
Proof.
  unfold holds, imin; simpl; intros i j x y X Y.
  assert (IZR (Z.min (lo i) (lo j)) <= IZR (lo i)) by (apply IZR_le; lia).
  assert (IZR (Z.min (lo i) (lo j)) <= IZR (lo j)) by (apply IZR_le; lia).
  generalize unit_pos. intro U. split.
  - apply Rmin_case; lra.
  - assert (IZR (hi i) <= IZR (Z.min (hi i) (hi j)) \/ IZR (hi j) <= IZR (Z.min (hi i) (hi j)))
      by (destruct (Z.min_spec (hi i) (hi j)) as [[_ ->]|[_ ->]]; lra).
    generalize (Rmin_l x y) (Rmin_r x y). intros.
    assert (Rmin x y * unit <= x * unit) by (apply Rmult_le_compat_r; lra).
    assert (Rmin x y * unit <= y * unit) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma imax_ok : forall i j x y, holds i x -> holds j y -> holds (imax i j) (Rmax x y).
Proof.
  intros i j x y X Y. replace (Rmax x y) with (- Rmin (- x) (- y)) by (rewrite <- Ropp_Rmax; ring).
  replace (imax i j) with (ineg (imin (ineg i) (ineg j))).
  apply ineg_ok, imin_ok; apply ineg_ok; auto.
  unfold imax, imin, ineg; simpl. f_equal; lia.
Qed.

Lemma ijoin_between : forall i j x y z, holds i x -> holds j y -> (x <= z <= y \/ y <= z <= x) -> holds (ijoin i j) z.
Proof.
  unfold holds; simpl; intros i j x y z X Y Z. generalize unit_pos. intro U.
  assert (IZR (Z.min (lo i) (lo j)) <= IZR (lo i)) by (apply IZR_le; lia).
  assert (IZR (Z.min (lo i) (lo j)) <= IZR (lo j)) by (apply IZR_le; lia).
  assert (IZR (hi i) <= IZR (Z.max (hi i) (hi j))) by (apply IZR_le; lia).
  assert (IZR (hi j) <= IZR (Z.max (hi i) (hi j))) by (apply IZR_le; lia).
  destruct Z as [[A B]|[A B]]; apply (Rmult_le_compat_r unit) in A; apply (Rmult_le_compat_r unit) in B; lra.
Qed.

Lemma is_positive_ok : forall i x, is_positive i = true -> holds i x -> 0 < x.
Proof.
  intros i x P [L _]. apply Z.ltb_lt, IZR_lt in P. generalize unit_pos. intro U.
  apply Rmult_lt_reg_r with unit; lra.
Qed.

Lemma iinv_ok : forall i x, is_positive i = true -> holds i x -> holds (iinv i) (/ x).
Proof.
  intros i x P X. generalize (is_positive_ok i x P X). intro X0. destruct X as [L H].
  apply Z.ltb_lt in P. generalize P. intro P'. apply IZR_lt in P'. generalize unit_pos. intro U.
  assert (Q : (0 < hi i)%Z) by (apply lt_IZR; lra).
  generalize (down_le (one * one) (hi i) Q) (up_ge (one * one) (lo i) P). rewrite mult_IZR. fold unit. intros A B.
  unfold holds; simpl.
  assert (E : unit * unit = / x * unit * (x * unit)) by (field; lra).
  assert (Y : 0 < / x * unit) by (apply Rmult_lt_0_compat; auto; apply Rinv_0_lt_compat; auto).
  split.
  - apply Rmult_le_reg_r with (IZR (hi i)). lra. eapply Rle_trans. exact A. rewrite E.
    apply Rmult_le_compat_l; lra.
  - apply Rmult_le_reg_r with (IZR (lo i)). lra. eapply Rle_trans. 2: exact B. rewrite E.
    apply Rmult_le_compat_l; lra.
Qed.
(* The real number of an integer: bounds that no longer depend on one real. *)
Definition at_scale (z : Z) := IZR z / unit.

Lemma lo_below : forall i x z, holds i x -> (z <= lo i)%Z -> at_scale z <= x.
Proof.
  intros i x z [L _] H. apply IZR_le in H. unfold at_scale. generalize unit_pos. intro U.
  apply Rmult_le_reg_r with unit; auto. replace (IZR z / unit * unit) with (IZR z) by (field; lra). lra.
Qed.

Lemma hi_above : forall i x z, holds i x -> (hi i <= z)%Z -> x <= at_scale z.
Proof.
  intros i x z [_ L] H. apply IZR_le in H. unfold at_scale. generalize unit_pos. intro U.
  apply Rmult_le_reg_r with unit; auto. replace (IZR z / unit * unit) with (IZR z) by (field; lra). lra.
Qed.

Lemma scaled_gap : forall l h i x, holds i x -> (0 < l - h + lo i)%Z -> 0 < at_scale l - at_scale h + x.
Proof.
  intros l h i x [L _] H. apply IZR_lt in H. rewrite plus_IZR, minus_IZR in H. unfold at_scale. generalize unit_pos.
  intro U. apply Rmult_lt_reg_r with unit; auto. rewrite Rmult_0_l.
  replace ((IZR l / unit - IZR h / unit + x) * unit) with (IZR l - IZR h + x * unit) by (field; lra). lra.
Qed.

Lemma scaled_ok : forall z, holds (Interval z z) (at_scale z).
Proof.
  intro z. unfold holds, at_scale; simpl. generalize unit_pos. intro U.
  replace (IZR z / unit * unit) with (IZR z) by (field; lra). lra.
Qed.

Lemma scaled_sum : forall y z, at_scale (y + z) = at_scale y + at_scale z.
Proof. intros. unfold at_scale. rewrite plus_IZR. field. generalize unit_pos; lra. Qed.
Global Opaque iadd ineg isub iz iq imul idiv isqrt iabs imin imax ijoin iinv is_positive holds.
Create HintDb holds.
Global Hint Resolve iadd_ok ineg_ok isub_ok iz_ok iq_ok imul_ok idiv_ok isqrt_ok iabs_ok imin_ok imax_ok : holds.

(* Intervals that hold the sine and the cosine of an angle: partial sums of their series at a 256th of the angle,
   between two of which they lie, and then the formulas for the double angle, eight times. *)
From Coq Require Import Reals ZArith QArith Lra Lia.
From Leeway Require Import Fixed.
Open Scope R_scope.

(* The term with index n of a series, and the sum of the terms up to it: each term is the one before times -square,
   divided by a positive integer. *)
Fixpoint series (divisor : nat -> positive) (first square : interval) (n : nat) : interval * interval := match n with
  | O => (first, first)
  | S k => let '(term, sum) := series divisor first square k in
    let next := ineg (idiv (imul term square) (divisor k)) in (next, iadd sum next)
  end.

Lemma series_ok : forall divisor first square n terms s,
  holds first (terms O) -> holds square s ->
  (forall k, terms (S k) = - (terms k * s / IZR (Zpos (divisor k)))) ->
  holds (fst (series divisor first square n)) (terms n) /\
  holds (snd (series divisor first square n)) (sum_f_R0 terms n).
Proof.
  intros divisor first square n terms s F Q N. induction n as [|k [T U]]; simpl. auto.
  destruct (series divisor first square k) as [term total]. simpl in *.
  assert (E : holds (ineg (idiv (imul term square) (divisor k))) (terms (S k))) by (rewrite N; auto with holds).
  split; auto with holds.
Qed.

(* (2k + 2) (2k + 3) and (2k + 1) (2k + 2). *)
Definition sine_divisor (k : nat) := let s := Pos.of_succ_nat k in (xO s * xI s)%positive.
Definition cosine_divisor (k : nat) := let s := Pos.of_succ_nat k in (Pos.pred_double s * xO s)%positive.

Lemma sine_divisor_is : forall k, IZR (Zpos (sine_divisor k)) = (2 * INR k + 2) * (2 * INR k + 3).
Proof.
  intro k. unfold sine_divisor. rewrite Pos2Z.inj_mul, mult_IZR, Pos2Z.inj_xO, Pos2Z.inj_xI, plus_IZR, !mult_IZR.
  rewrite Zpos_P_of_succ_nat, succ_IZR, <- INR_IZR_INZ. ring.
Qed.

Lemma cosine_divisor_is : forall k, IZR (Zpos (cosine_divisor k)) = (2 * INR k + 1) * (2 * INR k + 2).
Proof.
  intro k. unfold cosine_divisor. rewrite Pos2Z.inj_mul, mult_IZR, Pos.pred_double_spec, Pos2Z.inj_pred by discriminate.
  unfold Z.pred. rewrite plus_IZR, Pos2Z.inj_xO, !mult_IZR, Zpos_P_of_succ_nat, succ_IZR, <- INR_IZR_INZ. ring.
Qed.

Lemma sine_terms : forall a k, sin_term a (S k) = - (sin_term a k * (a * a) / IZR (Zpos (sine_divisor k))).
Proof.
  intros a k. rewrite sine_divisor_is. unfold sin_term.
  replace (2 * S k + 1)%nat with (S (S (2 * k + 1))) by lia.
  rewrite !fact_simpl, !mult_INR. set (f := INR (fact (2 * k + 1))).
  assert (F : f <> 0) by apply INR_fact_neq_0.
  replace (INR (S (S (2 * k + 1)))) with (2 * INR k + 3) by (rewrite !S_INR, plus_INR, mult_INR; simpl; ring).
  replace (INR (S (2 * k + 1))) with (2 * INR k + 2) by (rewrite !S_INR, plus_INR, mult_INR; simpl; ring).
  simpl. generalize (pos_INR k). intro P. field. lra.
Qed.

Lemma cosine_terms : forall a k, cos_term a (S k) = - (cos_term a k * (a * a) / IZR (Zpos (cosine_divisor k))).
Proof.
  intros a k. rewrite cosine_divisor_is. unfold cos_term.
  replace (2 * S k)%nat with (S (S (2 * k))) by lia.
  rewrite !fact_simpl, !mult_INR. set (f := INR (fact (2 * k))).
  assert (F : f <> 0) by apply INR_fact_neq_0.
  replace (INR (S (S (2 * k)))) with (2 * INR k + 2) by (rewrite !S_INR, mult_INR; simpl; ring).
  replace (INR (S (2 * k))) with (2 * INR k + 1) by (rewrite !S_INR, mult_INR; simpl; ring).
  simpl. generalize (pos_INR k). intro P. field. lra.
Qed.

(* Of an angle of at most 1. *)
Definition count := 6%nat.
Definition small_sine (i : interval) := let square := imul i i in
  ijoin (snd (series sine_divisor i square (2 * count + 1))) (snd (series sine_divisor i square (2 * (count + 1)))).
Definition small_cosine (i : interval) := let square := imul i i in
  ijoin (snd (series cosine_divisor (iz 1) square (2 * count + 1)))
    (snd (series cosine_divisor (iz 1) square (2 * (count + 1)))).

Lemma sin_approx_odd : forall a n, sin_approx (- a) n = - sin_approx a n.
Proof.
  intros a n. unfold sin_approx.
  assert (T : forall k, sin_term (- a) k = - sin_term a k).
  { induction k as [|k IH]. unfold sin_term; simpl; field. rewrite !sine_terms, IH.
    rewrite sine_divisor_is. generalize (pos_INR k). intro. field. lra. }
  induction n as [|n IH]; cbn [sum_f_R0]; rewrite T. reflexivity. rewrite IH. ring.
Qed.

Lemma small_sine_ok : forall i a, holds i a -> Rabs a <= 1 -> holds (small_sine i) (sin a).
Proof.
  intros i a H B. assert (-1 <= a <= 1) by (split; generalize (Rle_abs a) (Rle_abs (- a)); rewrite ?Rabs_Ropp; lra).
  unfold small_sine. cbv zeta.
  assert (S1 : forall n, holds (snd (series sine_divisor i (imul i i) n)) (sin_approx a n)).
  { intro n. apply (series_ok sine_divisor i (imul i i) n (sin_term a) (a * a)); auto with holds.
    replace (sin_term a 0) with a; auto. unfold sin_term; simpl; field. apply sine_terms. }
  eapply ijoin_between. apply S1. apply S1. destruct (Rle_dec 0 a).
  - left. apply pre_sin_bound; lra.
  - right. generalize (pre_sin_bound (- a) count). rewrite !sin_approx_odd, sin_neg. lra.
Qed.

Lemma small_cosine_ok : forall i a, holds i a -> Rabs a <= 1 -> holds (small_cosine i) (cos a).
Proof.
  intros i a H B. assert (-1 <= a <= 1) by (split; generalize (Rle_abs a) (Rle_abs (- a)); rewrite ?Rabs_Ropp; lra).
  unfold small_cosine. cbv zeta.
  assert (S1 : forall n, holds (snd (series cosine_divisor (iz 1) (imul i i) n)) (cos_approx a n)).
  { intro n. apply (series_ok cosine_divisor (iz 1) (imul i i) n (cos_term a) (a * a)); auto with holds.
    replace (cos_term a 0) with 1. auto with holds. unfold cos_term; simpl; field. apply cosine_terms. }
  eapply ijoin_between. apply S1. apply S1. left. apply pre_cos_bound; lra.
Qed.

Fixpoint doubled (n : nat) (s c : interval) : interval * interval := match n with
  | O => (s, c)
  | S k => doubled k (imul (imul (iz 2) s) c) (isub (imul c c) (imul s s))
  end.

Lemma doubled_ok : forall n s c x, holds s (sin x) -> holds c (cos x) ->
  holds (fst (doubled n s c)) (sin (2 ^ n * x)) /\ holds (snd (doubled n s c)) (cos (2 ^ n * x)).
Proof.
  induction n as [|n IH]; intros s c x Hs Hc; cbn [doubled pow]. rewrite Rmult_1_l; auto.
  replace (2 * 2 ^ n * x) with (2 ^ n * (2 * x)) by ring. apply IH.
  - rewrite sin_2a. auto with holds.
  - rewrite cos_2a. auto with holds.
Qed.

(* The sine and the cosine of an angle. Of angles beyond 256 only that they lie between -1 and 1. *)
Definition sine_cosine (i : interval) : interval * interval :=
  let small := idiv i 256 in
  if is_positive (isub (iz 1) (iabs small)) then doubled 8 (small_sine small) (small_cosine small)
  else (ijoin (iz (-1)) (iz 1), ijoin (iz (-1)) (iz 1)).

Lemma sine_cosine_ok : forall i x, holds i x ->
  holds (fst (sine_cosine i)) (sin x) /\ holds (snd (sine_cosine i)) (cos x).
Proof.
  intros i x H. unfold sine_cosine. cbv zeta.
  assert (D : holds (idiv i 256) (x / 256)) by (apply idiv_ok; auto).
  destruct (is_positive _) eqn:P.
  - assert (0 < 1 - Rabs (x / 256)) by (apply (is_positive_ok _ _ P); auto with holds).
    generalize (doubled_ok 8 (small_sine (idiv i 256)) (small_cosine (idiv i 256)) (x / 256)).
    replace (2 ^ 8 * (x / 256)) with x by (simpl; field). intro K. apply K.
    apply small_sine_ok; auto; lra. apply small_cosine_ok; auto; lra.
  - simpl. generalize (SIN_bound x) (COS_bound x). intros.
    split; eapply ijoin_between; try apply iz_ok; left; lra.
Qed.
Global Opaque sine_cosine.

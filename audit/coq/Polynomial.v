(* Coordinates that are polynomials on a piece of the motion: their derivatives, their coefficients about another time,
   and the bounds |q'(m)| + |q''(m)| h + |q'''(m)| h^2/2 + ... on |q'| over [m - h, m + h], likewise of q''
   (docs/proofs.md, "The motion"). *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From Leeway Require Import Path.
Import ListNotations.
Open Scope R_scope.

(* The polynomial c_0 + c_1 x + c_2 x^2 + ... *)
Fixpoint eval (c : list R) (x : R) : R := match c with [] => 0 | a :: l => a + x * eval l x end.

Fixpoint sum (c d : list R) : list R := match c, d with
  | [], _ => d
  | _, [] => c
  | a :: l, b :: k => (a + b) :: sum l k
  end.

(* (a + x P(x))' = P(x) + x P'(x). *)
Fixpoint derivative (c : list R) : list R := match c with [] => [] | _ :: l => sum l (0 :: derivative l) end.

(* The polynomial P(a + b x) in x. *)
Fixpoint about (a b : R) (c : list R) : list R := match c with
  | [] => []
  | e :: l => let k := about a b l in sum [e] (sum (map (Rmult a) k) (0 :: map (Rmult b) k))
  end.

(* |c_0| + |c_1| h + |c_2| h^2 + ... *)
Definition bound (c : list R) (h : R) := eval (map Rabs c) h.

Lemma eval_sum : forall c d x, eval (sum c d) x = eval c x + eval d x.
Proof.
  induction c as [|a l IH]; intros [|b k] x; simpl; try ring. rewrite IH. ring.
Qed.

Lemma eval_scaled : forall a c x, eval (map (Rmult a) c) x = a * eval c x.
Proof. induction c as [|b l IH]; intro x; simpl. ring. rewrite IH. ring. Qed.

Theorem polynomial_about : forall a b c x, eval (about a b c) x = eval c (a + b * x).
Proof.
  induction c as [|e l IH]; intro x. reflexivity.
  cbn [about]. rewrite !eval_sum. cbn [eval]. rewrite !eval_scaled, IH. ring.
Qed.

Lemma is_derive_eval : forall c x, is_derive (eval c) x (eval (derivative c) x).
Proof.
  induction c as [|a l IH]; intro x.
  - apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule)).
  - cbn [derivative]. rewrite eval_sum. cbn [eval].
    auto_derive. exists (eval (derivative l) x); apply IH.
    replace (Derive (fun y => eval l y) x) with (eval (derivative l) x)
      by (symmetry; apply is_derive_unique; apply IH). ring.
Qed.

Lemma is_derive_eval_at : forall c m t, is_derive (fun s => eval c (s - m)) t (eval (derivative c) (t - m)).
Proof.
  intros c m t. auto_derive. exists (eval (derivative c) (t - m)); apply is_derive_eval.
  replace (Derive (fun y => eval c y) (t + - m)) with (eval (derivative c) (t - m))
    by (symmetry; apply is_derive_unique; apply is_derive_eval). ring.
Qed.

Lemma eval_bound : forall c x h, Rabs x <= h -> Rabs (eval c x) <= bound c h.
Proof.
  unfold bound. induction c as [|a l IH]; intros x h H; simpl. rewrite Rabs_R0; lra.
  eapply Rle_trans. apply Rabs_triang. rewrite Rabs_mult.
  generalize (Rmult_le_compat _ _ _ _ (Rabs_pos x) (Rabs_pos (eval l x)) H (IH x h H)). lra.
Qed.

(* A coordinate with the coefficients c about m, its derivatives, and the bounds R and S on them. *)
Theorem polynomial_rates : forall c m h t, Rabs (t - m) <= h ->
  let q := fun s => eval c (s - m) in
  let q' := fun s => eval (derivative c) (s - m) in
  let q'' := fun s => eval (derivative (derivative c)) (s - m) in
  is_derive q t (q' t) /\ is_derive q' t (q'' t) /\
  Rabs (q' t) <= bound (derivative c) h /\ Rabs (q'' t) <= bound (derivative (derivative c)) h.
Proof. intros. repeat split; try apply is_derive_eval_at; apply eval_bound; auto. Qed.

(* Vectors of R^3: dot product, cross product, length; Cauchy and Schwarz, the triangle inequality, Lagrange. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Record vector := Vector { vx : R; vy : R; vz : R }.
Declare Scope vector_scope.
Delimit Scope vector_scope with V.
Bind Scope vector_scope with vector.

Definition zero := Vector 0 0 0.
Definition add (u v : vector) := Vector (vx u + vx v) (vy u + vy v) (vz u + vz v).
Definition sub (u v : vector) := Vector (vx u - vx v) (vy u - vy v) (vz u - vz v).
Definition scale (k : R) (v : vector) := Vector (k * vx v) (k * vy v) (k * vz v).
Definition dot (u v : vector) := vx u * vx v + vy u * vy v + vz u * vz v.
Definition cross (u v : vector) :=
  Vector (vy u * vz v - vz u * vy v) (vz u * vx v - vx u * vz v) (vx u * vy v - vy u * vx v).
Definition len (v : vector) := sqrt (dot v v).

Notation "u + v" := (add u v) : vector_scope.
Notation "u - v" := (sub u v) : vector_scope.
Notation "k * v" := (scale k%R v%V) : vector_scope.

(* Identities of sums and products of vectors hold because they hold of the coordinates. *)
Ltac coordinates := unfold cross, dot, add, sub, scale, zero; simpl.
Ltac vector_ring := intros; coordinates;
  match goal with |- Vector _ _ _ = Vector _ _ _ => f_equal | _ => idtac end; ring.

Lemma dot_sym : forall u v, dot u v = dot v u.
Proof. vector_ring. Qed.

Lemma dot_add : forall n u v, dot n (u + v) = dot n u + dot n v.
Proof. vector_ring. Qed.

Lemma dot_sub : forall n u v, dot n (u - v) = dot n u - dot n v.
Proof. vector_ring. Qed.

Lemma dot_scale : forall n k v, dot n (k * v) = k * dot n v.
Proof. vector_ring. Qed.

Lemma dot_opp : forall u v, dot (-1 * u) v = - dot u v.
Proof. vector_ring. Qed.

Lemma zero_add : forall v, (zero + v)%V = v.
Proof. intros [x y z]; coordinates; f_equal; ring. Qed.

Lemma sub_translate : forall o u v, ((o + u) - (o + v) = u - v)%V.
Proof. vector_ring. Qed.

Lemma mix_translate : forall o k u v, (o + (k * u + (1 - k) * v) = k * (o + u) + (1 - k) * (o + v))%V.
Proof. vector_ring. Qed.

Lemma cross_about : forall v w o y, (v + cross w y = v - cross w o + cross w (o + y))%V.
Proof. vector_ring. Qed.

(* The length. *)
Lemma dot_self : forall v, 0 <= dot v v.
Proof. intros [x y z]; unfold dot; simpl; nra. Qed.

Lemma len_pos : forall v, 0 <= len v.
Proof. intro; apply sqrt_pos. Qed.

Lemma len_sq : forall v, len v * len v = dot v v.
Proof. intro v; apply sqrt_sqrt, dot_self. Qed.

Lemma len_eq : forall u v, dot u u = dot v v -> len u = len v.
Proof. intros; unfold len; f_equal; auto. Qed.

Lemma len_mono : forall u v, dot u u <= dot v v -> len u <= len v.
Proof. intros; unfold len; apply sqrt_le_1_alt; auto. Qed.

Lemma len_zero : len zero = 0.
Proof. unfold len. replace (dot zero zero) with 0 by vector_ring. apply sqrt_0. Qed.

Lemma len_scale : forall k v, len (k * v) = Rabs k * len v.
Proof.
  intros. unfold len. replace (dot (k * v) (k * v)) with (Rsqr k * dot v v) by (unfold Rsqr; vector_ring).
  rewrite sqrt_mult_alt by apply Rle_0_sqr. rewrite sqrt_Rsqr_abs. reflexivity.
Qed.

Lemma len_sub_sym : forall u v, len (u - v) = len (v - u).
Proof. intros; apply len_eq; vector_ring. Qed.

Lemma lagrange : forall u v, dot (cross u v) (cross u v) = dot u u * dot v v - dot u v * dot u v.
Proof. vector_ring. Qed.

Lemma cauchy_schwarz : forall u v, dot u v <= len u * len v.
Proof.
  intros u v. apply Rsqr_incr_0_var. 2: apply Rmult_le_pos; apply len_pos.
  unfold Rsqr. replace (len u * len v * (len u * len v)) with ((len u * len u) * (len v * len v)) by ring.
  rewrite !len_sq. generalize (dot_self (cross u v)). rewrite lagrange. lra.
Qed.

Lemma cauchy_schwarz_abs : forall u v, Rabs (dot u v) <= len u * len v.
Proof.
  intros. apply Rabs_le; split.
  - generalize (cauchy_schwarz (-1 * u) v). rewrite dot_opp, len_scale, Rabs_left by lra. lra.
  - apply cauchy_schwarz.
Qed.

Lemma dot_below : forall n v k, len v <= k -> - (len n * k) <= dot n v.
Proof.
  intros n v k H. generalize (Rle_abs (- dot n v)) (cauchy_schwarz_abs n v). rewrite Rabs_Ropp.
  assert (len n * len v <= len n * k) by (apply Rmult_le_compat_l; auto; apply len_pos). lra.
Qed.

(* A vector is at most as long as its product with itself says. *)
Lemma len_le : forall v k, 0 <= k -> dot v v <= len v * k -> len v <= k.
Proof.
  intros v k Hk H. destruct (Req_dec (len v) 0) as [E|E]. lra.
  assert (0 < len v) by (generalize (len_pos v); lra).
  apply Rmult_le_reg_l with (len v); auto. rewrite len_sq. exact H.
Qed.

Lemma triangle : forall u v, len (u + v) <= len u + len v.
Proof.
  intros. apply len_le. generalize (len_pos u) (len_pos v); lra.
  rewrite dot_add. generalize (cauchy_schwarz (u + v) u) (cauchy_schwarz (u + v) v). lra.
Qed.

Lemma triangle_sub : forall u v w, len (u - w) <= len (u - v) + len (v - w).
Proof.
  intros. replace (u - w)%V with ((u - v) + (v - w))%V by vector_ring. apply triangle.
Qed.

Lemma len_cross : forall u v, len (cross u v) <= len u * len v.
Proof.
  intros. unfold len at 2 3. rewrite <- sqrt_mult_alt by apply dot_self.
  apply sqrt_le_1_alt. rewrite lagrange. generalize (Rle_0_sqr (dot u v)). unfold Rsqr. lra.
Qed.

(* A ball of R^3, and the points in it. *)
Record ball := Ball { centre : vector; radius : R }.
Definition in_ball (b : ball) (p : vector) := len (p - centre b) <= radius b.

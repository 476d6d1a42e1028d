(* A body that a chain of joints moves, and a pair of bodies over the interval of a claim. *)
From Coq Require Import Reals Lra Psatz List.
From Leeway Require Import Vector Path Chain Bounds.
Open Scope R_scope.

(* The joints between the common frame of the pair and the body, with their bounds R_j and S_j; the body's points and a
   ball about them, in the frame of the last joint. *)
Record body := Body { limited_chain : list limited; points : vector -> Prop; bounding : ball }.
Definition chain (k : body) := joints (limited_chain k).

(* On [from, to] the joints are sound and within their bounds; the ball contains the points. *)
Definition moves (k : body) (from to : R) := (forall p, points k p -> in_ball (bounding k) p) /\
  forall t, from <= t <= to -> List.Forall (fun j => within j t) (limited_chain k).

(* h of a claim. *)
Definition half (from to m : R) := Rmax (m - from) (to - m).

(* The bounds A on the acceleration, V on the speed at m, D on the displacement since m, of all points of a body. *)
Definition A_of (k : body) (m h : R) :=
  curvature (chain_bounds (bounding k) m h (limited_chain k)).
Definition V_of (k : body) (m : R) := speed_at_m (bounding k) m (chain k).
Definition D_of (k : body) (m h : R) := displacement (bounding k) m h (limited_chain k).

Lemma half_bounds : forall from to m t, from <= m <= to -> from <= t <= to -> Rabs (t - m) <= half from to m.
Proof.
  intros from to m t Hm Ht. unfold half.
  generalize (Rmax_l (m - from) (to - m)) (Rmax_r (m - from) (to - m)). intros. apply Rabs_le. lra.
Qed.

Section Moves.
Variables (k : body) (from to m : R) (p : vector).
Hypothesis at_m : from <= m <= to.
Hypothesis motion : moves k from to.
Hypothesis point : points k p.

Lemma moves_sound : forall t, from <= t <= to -> sound_chain (chain k) t.
Proof. intros t Ht. destruct motion as [_ W]. apply within_sound with (1 := W t Ht). Qed.

Lemma A_bound : forall t, from <= t <= to -> len (acceleration (chain k) p t) <= A_of k m (half from to m).
Proof.
  intros t Ht. destruct motion as [I W].
  apply (rule_3 (bounding k) from to m (half from to m)) with (p := p) (t := t); auto.
  intros; apply half_bounds; auto.
Qed.

Lemma V_bound : len (velocity (chain k) p m) <= V_of k m.
Proof. apply speed_at_m_bound. apply motion; auto. apply moves_sound; auto. Qed.

Lemma D_bound : forall t, from <= t <= to ->
  len (place (chain k) p t - place (chain k) p m) <= D_of k m (half from to m).
Proof.
  intros t Ht. destruct motion as [I W]. apply displacement_bound with from to; auto.
  intros; apply half_bounds; auto.
Qed.
End Moves.

(* What is more than d apart along n is more than d apart. *)
Lemma apart : forall n p q d, d * len n < dot n (q - p) -> d < len (q - p).
Proof.
  intros n p q d H. destruct (Req_dec (len n) 0) as [E|E].
  - generalize (dot_below n (-1 * (q - p)) (len (q - p))). rewrite dot_scale, len_scale, Rabs_left, E in * by lra. lra.
  - apply Rmult_lt_reg_l with (len n). generalize (len_pos n); lra.
    generalize (cauchy_schwarz n (q - p)). lra.
Qed.

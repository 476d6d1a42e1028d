(* A checker of contacts that runs, by rule (10): two points of two bodies are no farther apart at a time than it says.
   A point of a core is a mix of the centres of balls of one element. *)
From Coq Require Import Reals ZArith QArith Qreals Lra List Bool.
From Leeway Require Import Vector Chain Hull Body Bounds Block Fixed Enclosure Check CheckBlock.
Import ListNotations.
Open Scope R_scope.

(* A point: x times the centre of a ball and 1 - x times the point of those that follow, the last one the centre of the
   first ball. The radius is no larger than that of any of the balls. *)
Record qcore := Qcore { k_radius : Q; k_first : qball; k_more : list (Q * qball) }.
Definition balls_of (k : qcore) := k_first k :: map snd (k_more k).
Definition mix (x : Q) (u v : qvector) := let y := (1 - x)%Q in
  Qvector (x * qx u + y * qx v)%Q (x * qy u + y * qy v)%Q (x * qz u + y * qz v)%Q.
Fixpoint mixed (first : qvector) (more : list (Q * qball)) := match more with
  | [] => first
  | (x, b) :: l => mix x (q_centre b) (mixed first l)
  end.
Definition point_of (k : qcore) := mixed (q_centre (k_first k)) (k_more k).
Definition sound_core (k : qcore) :=
  Qle_bool 0 (k_radius k) && forallb (fun b => Qle_bool (k_radius k) (q_radius b)) (balls_of k) &&
  forallb (fun i => Qle_bool 0 (fst i) && Qle_bool (fst i) 1) (k_more k).

Definition check_contact (a b : qbody) (p q : qcore) (t within : Q) :=
  let d := ilen (ivsub (iin_frame (frame_at b t) (ireal (point_of q))) (iin_frame (frame_at a t) (ireal (point_of p)))) in
  sound_body a && sound_body b && sound_core p && sound_core q && Qle_bool 0 within &&
  is_positive (isub (iadd (iq within) (iadd (iq (k_radius p)) (iq (k_radius q)))) d).

Lemma shifted : forall c v, (c + v - c)%V = v.
Proof. intros [c1 c2 c3] [v1 v2 v3]. vector_ring. Qed.
Lemma shift_to : forall c p, (c + (p - c))%V = p.
Proof. intros [c1 c2 c3] [p1 p2 p3]. vector_ring. Qed.

Lemma mix_real : forall x u v, real (mix x u v) = (Q2R x * real u + (1 - Q2R x) * real v)%V.
Proof.
  intros x [u1 u2 u3] [v1 v2 v3]. unfold real, mix; simpl. rewrite !Q2R_plus, !Q2R_mult, !Q2R_minus, RMicromega.Q2R_1.
  vector_ring.
Qed.

Lemma mixed_in : forall r v, len v <= Q2R r -> forall first more,
  forallb (fun b => Qle_bool r (q_radius b)) (first :: map snd more) = true ->
  forallb (fun i => Qle_bool 0 (fst i) && Qle_bool (fst i) 1) more = true ->
  hull (map ball_of (first :: map snd more)) (real (mixed (q_centre first) more) + v).
Proof.
  intros r v V first more. induction more as [|[x b] l IH]; intros B X.
  - simpl in B. apply andb_prop in B. destruct B as [B _]. apply Qle_real in B.
    apply hull_ball with (ball_of first). simpl; auto. unfold in_ball; simpl.
    rewrite shifted. lra.
  - simpl in B, X. apply andb_prop in B. destruct B as [F B]. apply andb_prop in B. destruct B as [R B].
    apply andb_prop in X. destruct X as [X L]. apply andb_prop in X. destruct X as [X0 X1].
    apply Qle_real in X0, X1, R. rewrite RMicromega.Q2R_0 in X0. rewrite RMicromega.Q2R_1 in X1.
    cbn [mixed]. rewrite mix_real.
    replace (Q2R x * real (q_centre b) + (1 - Q2R x) * real (mixed (q_centre first) l) + v)%V with
      (Q2R x * (real (q_centre b) + v) + (1 - Q2R x) * (real (mixed (q_centre first) l) + v))%V by vector_ring.
    apply hull_mix; auto.
    + apply hull_ball with (ball_of b). simpl; auto. unfold in_ball; simpl.
      rewrite shifted. lra.
    + apply hull_incl with (map ball_of (first :: map snd l)).
      * intros c C. simpl in *. tauto.
      * apply IH; auto. simpl. rewrite F. auto.
Qed.

Lemma core_in : forall k p, sound_core k = true -> in_ball (Ball (real (point_of k)) (Q2R (k_radius k))) p ->
  0 <= Q2R (k_radius k) /\ hull (map ball_of (balls_of k)) p.
Proof.
  intros k p S I. unfold sound_core in S. apply andb_prop in S. destruct S as [S X]. apply andb_prop in S.
  destruct S as [R B]. apply Qle_real in R. rewrite RMicromega.Q2R_0 in R. split; auto.
  rewrite <- (shift_to (real (point_of k)) p).
  apply mixed_in with (k_radius k); auto.
Qed.

Lemma chain_sound : forall b t, sound_body b = true -> sound_chain (chain_of b) t.
Proof.
  intros b t S. rewrite <- (chain_b b t 0 0%N).
  apply moves_sound with (from := t) (to := t). 2: lra.
  apply body_moves; auto. intros u U. replace (u - t) with 0 by lra. rewrite Rabs_R0. lra.
Qed.

(* What the checker accepts of a contact holds: two points of two bodies, in the balls that it was given, are no farther
   apart at the time t than it was asked for. *)
Theorem check_contact_sound : forall a b p q t within, check_contact a b p q t within = true ->
  exists x y, hull (map ball_of (balls_of p)) x /\ hull (map ball_of (balls_of q)) y /\
    len (place (chain_of b) y (Q2R t) - place (chain_of a) x (Q2R t)) <= Q2R within.
Proof.
  intros a b p q t within H. unfold check_contact in H.
  do 5 (apply andb_prop in H; let K := fresh "K" in destruct H as [H K]).
  apply Qle_real in K0. rewrite RMicromega.Q2R_0 in K0.
  destruct (rule_10 (chain_of a) (chain_of b) (Q2R t) (real (point_of p)) (real (point_of q)) (Q2R (k_radius p))
    (Q2R (k_radius q))) as [x [y [X [Y D]]]].
  - apply chain_sound; auto.
  - apply chain_sound; auto.
  - unfold sound_core in K2. apply andb_prop in K2. destruct K2 as [K2 _]. apply andb_prop in K2. destruct K2 as [K2 _].
    apply Qle_real in K2. rewrite RMicromega.Q2R_0 in K2. auto.
  - unfold sound_core in K1. apply andb_prop in K1. destruct K1 as [K1 _]. apply andb_prop in K1. destruct K1 as [K1 _].
    apply Qle_real in K1. rewrite RMicromega.Q2R_0 in K1. auto.
  - exists x, y. split; [apply core_in; auto|]. split; [apply core_in; auto|].
    eapply Rle_trans. exact D. apply Rmax_lub; auto.
    assert (P : 0 < Q2R within + (Q2R (k_radius p) + Q2R (k_radius q)) -
      len (place (chain_of b) (real (point_of q)) (Q2R t) - place (chain_of a) (real (point_of p)) (Q2R t))).
    { apply (is_positive_ok _ _ K). apply isub_ok; auto with holds.
      apply ilen_ok, ivsub_ok; apply frame_ok; auto using joints_sound, ireal_ok. }
    lra.
Qed.

(* Rule (5) of docs/proofs.md, `travel`: at m two sets are farther apart along a direction than is required and both
   can travel within the interval. *)
From Coq Require Import Reals Lra Psatz List.
From Leeway Require Import Vector Path Chain Bounds Hull Body.
Open Scope R_scope.

Section Claim.
Variables (a b : body) (from to m required : R) (n : vector).
Hypothesis at_m : from <= m <= to.
Hypothesis motion_a : moves a from to.
Hypothesis motion_b : moves b from to.

Definition pair_D := D_of a m (half from to m) + D_of b m (half from to m).

(* least and most are bounds on n.q over the points of b and on n.p over the points of a, as they stand at m. *)
Theorem rule_5 : forall least most,
  (forall q, points b q -> least <= dot n (place (chain b) q m)) ->
  (forall p, points a p -> dot n (place (chain a) p m) <= most) ->
  least - most > (required + pair_D) * len n ->
  forall t, from <= t <= to -> forall p q, points a p -> points b q ->
  len (place (chain b) q t - place (chain a) p t) > required.
Proof.
  intros least most Least Most H t Ht p q Pp Pq.
  generalize (D_bound a from to m p at_m motion_a Pp t Ht) (D_bound b from to m q at_m motion_b Pq t Ht).
  intros Da Db. generalize (Least q Pq) (Most p Pp). intros.
  assert (K : required + pair_D < len (place (chain b) q m - place (chain a) p m))
    by (apply apart with n; rewrite dot_sub; lra).
  unfold pair_D in K. generalize Da Db K.
  generalize (place (chain b) q m) (place (chain a) p m) (place (chain b) q t) (place (chain a) p t).
  intros y x y' x' X Y. generalize (triangle_sub y y' x) (triangle_sub y' x' x). rewrite (len_sub_sym y y'). lra.
Qed.

(* The same of bodies that are hulls of balls: the support values are those of the balls. *)
Corollary rule_5_hulls : forall P Q least most,
  (forall p, points a p -> hull P p) -> (forall q, points b q -> hull Q q) ->
  (forall c, In c Q -> least <= dot n (place (chain b) (centre c) m) - len n * radius c) ->
  (forall c, In c P -> dot n (place (chain a) (centre c) m) + len n * radius c <= most) ->
  least - most > (required + pair_D) * len n ->
  forall t, from <= t <= to -> forall p q, points a p -> points b q ->
  len (place (chain b) q t - place (chain a) p t) > required.
Proof.
  intros P Q least most HP HQ Least Most. apply rule_5.
  - intros q Pq. apply moved_below with Q; auto. apply (moves_sound b from to); auto.
  - intros p Pp. apply moved_above with P; auto. apply (moves_sound a from to); auto.
Qed.
End Claim.

(* Convex hulls of finitely many balls: their support values, and that a rigid motion of the balls moves the hull.
   Points, capsules, boxes, triangles and polytopes with a radius, and nodes of several of them, are such hulls or
   unions of such hulls. *)
From Coq Require Import Reals Lra Psatz List.
From Leeway Require Import Vector Chain.
Import ListNotations.
Open Scope R_scope.

(* All points that convex combinations of points of the balls reach. *)
Inductive hull (l : list ball) : vector -> Prop :=
| hull_ball : forall b p, In b l -> in_ball b p -> hull l p
| hull_mix : forall p q k, hull l p -> hull l q -> 0 <= k <= 1 -> hull l (k * p + (1 - k) * q)%V.

(* The least of n.p over the hull is the least over the balls of n.centre - |n| radius. *)
Lemma hull_below : forall l n d, (forall b, In b l -> d <= dot n (centre b) - len n * radius b) ->
  forall p, hull l p -> d <= dot n p.
Proof.
  intros l n d H p Hp. induction Hp as [b p Hb Hp | p q k Hp IHp Hq IHq Hk].
  - generalize (H b Hb) (dot_below n (p - centre b) (radius b) Hp). rewrite dot_sub. lra.
  - rewrite dot_add, !dot_scale. nra.
Qed.

(* The most of n.p over the hull is the most over the balls of n.centre + |n| radius. *)
Lemma hull_above : forall l n d, (forall b, In b l -> dot n (centre b) + len n * radius b <= d) ->
  forall p, hull l p -> dot n p <= d.
Proof.
  intros l n d H p Hp. assert (- d <= dot (-1 * n) p).
  { apply hull_below with l; auto. intros b Hb. generalize (H b Hb).
    rewrite len_scale, dot_opp, Rabs_left by lra. lra. }
  rewrite dot_opp in H0. lra.
Qed.

Lemma hull_incl : forall l k, incl l k -> forall p, hull l p -> hull k p.
Proof.
  intros l k I p Hp. induction Hp. apply hull_ball with b; auto. apply hull_mix; auto.
Qed.

(* A ball that contains the balls contains the hull. *)
Lemma hull_in_ball : forall l c, (forall b, In b l -> len (centre b - centre c) + radius b <= radius c) ->
  forall p, hull l p -> in_ball c p.
Proof.
  intros l c H p Hp. unfold in_ball. induction Hp as [b p Hb Hp | p q k Hp IHp Hq IHq Hk].
  - generalize (H b Hb) (triangle_sub p (centre b) (centre c)). unfold in_ball in Hp. lra.
  - replace (k * p + (1 - k) * q - centre c)%V with (k * (p - centre c) + (1 - k) * (q - centre c))%V by vector_ring.
    eapply Rle_trans. apply triangle. rewrite !len_scale, !Rabs_right by lra. nra.
Qed.

(* The balls as a chain of joints moves them. *)
Definition moved (js : list joint) (t : R) (b : ball) := Ball (place js (centre b) t) (radius b).

Lemma hull_moved : forall js t l, sound_chain js t -> forall p, hull l p -> hull (map (moved js t) l) (place js p t).
Proof.
  intros js t l S p Hp. induction Hp as [b p Hb Hp | p q k Hp IHp Hq IHq Hk].
  - apply hull_ball with (moved js t b). apply in_map; auto. unfold in_ball; simpl. rewrite place_isometry; auto.
  - rewrite place_affine. apply hull_mix; auto.
Qed.

(* The support values of a moved hull, from the moved centres. *)
Lemma moved_below : forall js t l n d, sound_chain js t ->
  (forall b, In b l -> d <= dot n (place js (centre b) t) - len n * radius b) ->
  forall p, hull l p -> d <= dot n (place js p t).
Proof.
  intros js t l n d S H p Hp. apply hull_below with (map (moved js t) l).
  - intros b Hb. apply in_map_iff in Hb. destruct Hb as [c [<- Hc]]. exact (H c Hc).
  - apply hull_moved; auto.
Qed.

Lemma moved_above : forall js t l n d, sound_chain js t ->
  (forall b, In b l -> dot n (place js (centre b) t) + len n * radius b <= d) ->
  forall p, hull l p -> dot n (place js p t) <= d.
Proof.
  intros js t l n d S H p Hp. apply hull_above with (map (moved js t) l).
  - intros b Hb. apply in_map_iff in Hb. destruct Hb as [c [<- Hc]]. exact (H c Hc).
  - apply hull_moved; auto.
Qed.

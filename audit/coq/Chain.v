(* Chains of elementary joints, each of which turns about an axis or slides along it: where they carry a point, with
   which velocity and acceleration, and the linear and angular velocity of the body at their end.

   A chain is a list of joints, the one next to the root first. For a point p of the frame of the last joint,
   place js p t is the point in the frame in which the first joint stands (the common frame of docs/proofs.md), and
   velocity js p t and acceleration js p t are its two derivatives by time: theorem chain_derives. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From Leeway Require Import Vector Path.
Open Scope R_scope.

(* A linear map by the images of the three axes, and when it is a rotation. *)
Record matrix := Matrix { column_x : vector; column_y : vector; column_z : vector }.
Definition apply (R : matrix) (v : vector) : vector :=
  (vx v * column_x R + vy v * column_y R + vz v * column_z R)%V.
Definition rotation (R : matrix) := dot (column_x R) (column_x R) = 1 /\ dot (column_y R) (column_y R) = 1 /\
  dot (column_x R) (column_y R) = 0 /\ column_z R = cross (column_x R) (column_y R).

(* The turn by an angle about the axis a of length 1, by Rodrigues' formula. *)
Definition turn (a : vector) (angle : R) (v : vector) : vector :=
  (v + (sin angle * cross a v + (1 - cos angle) * cross a (cross a v)))%V.

(* A joint: its frame stands at origin and axes in its parent's frame; it turns about axis or slides along it, by the
   coordinate value; rate and bend are the two derivatives of value by time. *)
Record joint := Joint { turns : bool; origin : vector; axes : matrix; axis : vector;
  value : R -> R; rate : R -> R; bend : R -> R }.

Definition sound (j : joint) (t : R) :=
  rotation (axes j) /\ dot (axis j) (axis j) = 1 /\ is_derive (value j) t (rate j t) /\ is_derive (rate j) t (bend j t).
Definition sound_chain (js : list joint) (t : R) := List.Forall (fun j => sound j t) js.

(* A point of the joint's frame, in its parent's frame; and its first and second derivative, given those of the point
   in the joint's frame. *)
Definition move (j : joint) (t : R) (p : vector) : vector :=
  (origin j + apply (axes j) (if turns j then turn (axis j) (value j t) p else p + value j t * axis j))%V.
Definition move' (j : joint) (t : R) (p p' : vector) : vector :=
  apply (axes j) (if turns j then turn (axis j) (value j t) (p' + rate j t * cross (axis j) p)
    else p' + rate j t * axis j)%V.
Definition move'' (j : joint) (t : R) (p p' p'' : vector) : vector :=
  apply (axes j) (if turns j
    then turn (axis j) (value j t) ((p'' + (2 * rate j t) * cross (axis j) p') +
      (bend j t * cross (axis j) p + (rate j t * rate j t) * cross (axis j) (cross (axis j) p)))
    else p'' + bend j t * axis j)%V.

Fixpoint place (js : list joint) (p : vector) (t : R) : vector :=
  match js with nil => p | j :: l => move j t (place l p t) end.
Fixpoint velocity (js : list joint) (p : vector) (t : R) : vector :=
  match js with nil => zero | j :: l => move' j t (place l p t) (velocity l p t) end.
Fixpoint acceleration (js : list joint) (p : vector) (t : R) : vector :=
  match js with nil => zero | j :: l => move'' j t (place l p t) (velocity l p t) (acceleration l p t) end.

(* Linear maps. *)
Lemma apply_add : forall R u v, apply R (u + v) = (apply R u + apply R v)%V.
Proof. intros; unfold apply; vector_ring. Qed.

Lemma apply_scale : forall R k v, apply R (k * v) = (k * apply R v)%V.
Proof. intros; unfold apply; vector_ring. Qed.

Lemma apply_sub : forall R u v, apply R (u - v) = (apply R u - apply R v)%V.
Proof. intros; unfold apply; vector_ring. Qed.

Lemma turn_add : forall a x u v, turn a x (u + v) = (turn a x u + turn a x v)%V.
Proof. intros; unfold turn; vector_ring. Qed.

Lemma turn_scale : forall a x k v, turn a x (k * v) = (k * turn a x v)%V.
Proof. intros; unfold turn; vector_ring. Qed.

Lemma turn_sub : forall a x u v, turn a x (u - v) = (turn a x u - turn a x v)%V.
Proof. intros; unfold turn; vector_ring. Qed.

(* Rotations keep lengths and cross products. *)
Lemma len_apply : forall R v, rotation R -> len (apply R v) = len v.
Proof.
  intros [a b c] v [A [B [C D]]]. simpl in *. subst c. apply len_eq.
  assert (E : dot (cross a b) (cross a b) = 1) by (rewrite lagrange, A, B, C; ring).
  unfold apply; simpl column_x; simpl column_y; simpl column_z.
  transitivity (vx v * vx v * dot a a + vy v * vy v * dot b b + vz v * vz v * dot (cross a b) (cross a b)
    + 2 * vx v * vy v * dot a b). vector_ring. rewrite A, B, C, E. vector_ring.
Qed.

Lemma apply_cross : forall R u v, rotation R -> apply R (cross u v) = cross (apply R u) (apply R v).
Proof.
  intros [a b c] u v [A [B [C D]]]. simpl in *.
  assert (P : cross b c = a).
  { subst c. transitivity (dot b b * a - dot a b * b)%V. vector_ring. rewrite B, C. destruct a; vector_ring. }
  assert (Q : cross c a = b).
  { subst c. transitivity (dot a a * b - dot a b * a)%V. vector_ring. rewrite A, C. destruct b; vector_ring. }
  unfold apply; simpl column_x; simpl column_y; simpl column_z.
  transitivity ((vy u * vz v - vz u * vy v) * cross b c + (vz u * vx v - vx u * vz v) * cross c a
    + (vx u * vy v - vy u * vx v) * cross a b)%V.
  - rewrite P, Q, <- D. vector_ring.
  - vector_ring.
Qed.

Section Turn.
Variable a : vector.
Hypothesis unit : dot a a = 1.

Lemma cross_thrice : forall v, cross a (cross a (cross a v)) = (-1 * cross a v)%V.
Proof.
  intro v. transitivity ((- dot a a) * cross a v)%V. vector_ring. rewrite unit. f_equal.
Qed.

Lemma len_cross_unit : forall v, len (cross a v) <= len v.
Proof.
  intro v. apply len_mono. rewrite lagrange, unit. generalize (Rle_0_sqr (dot a v)). unfold Rsqr. lra.
Qed.

Lemma len_cross_twice : forall v, len (cross a (cross a v)) = len (cross a v).
Proof.
  intro v. apply len_eq. rewrite lagrange, unit. replace (dot a (cross a v)) with 0 by vector_ring. ring.
Qed.

Lemma turn_cross_axis : forall x v, turn a x (cross a v) = (cos x * cross a v + sin x * cross a (cross a v))%V.
Proof. intros. unfold turn. rewrite cross_thrice. vector_ring. Qed.

Lemma len_turn : forall x v, len (turn a x v) = len v.
Proof.
  intros. apply len_eq. unfold turn.
  set (y := cross a v). set (z := cross a y).
  assert (Y : dot v z = - dot y y) by (unfold z, y; vector_ring).
  assert (Z : dot z z = dot y y).
  { unfold z. rewrite lagrange, unit. replace (dot a y) with 0 by (unfold y; vector_ring). ring. }
  transitivity (dot v v + sin x * sin x * dot y y + (1 - cos x) * (1 - cos x) * dot z z
    + 2 * (1 - cos x) * dot v z + 2 * sin x * dot v y + 2 * sin x * (1 - cos x) * dot y z). vector_ring.
  replace (dot v y) with 0 by (unfold y; vector_ring).
  replace (dot y z) with 0 by (unfold z; vector_ring). rewrite Y, Z.
  generalize (sin2_cos2 x). unfold Rsqr. intro S.
  replace (sin x * sin x) with (1 - cos x * cos x) by lra. ring.
Qed.

Lemma cross_expanded : forall s k u p p' v q q', cross (u + (s * p + k * p')) (v + (s * q + k * q')) =
  (cross u v + s * (cross p v + cross u q) + k * (cross p' v + cross u q') + (s * s) * cross p q
    + (s * k) * (cross p q' + cross p' q) + (k * k) * cross p' q')%V.
Proof. vector_ring. Qed.

Lemma turn_cross : forall x u v, turn a x (cross u v) = cross (turn a x u) (turn a x v).
Proof.
  intros. unfold turn.
  set (p := cross a u). set (q := cross a v).
  assert (P : cross a (cross p q) = zero) by (unfold p, q; vector_ring).
  assert (Q : cross (cross a p) (cross a q) = cross p q).
  { transitivity (dot a (cross p q) * a)%V. vector_ring.
    replace (cross p q) with (dot a (cross u v) * a)%V by (unfold p, q; vector_ring).
    rewrite dot_scale, unit. f_equal. ring. }
  generalize (sin2_cos2 x). unfold Rsqr. intro S.
  assert (E : cross a (cross u v) = (cross p v + cross u q)%V) by (unfold p, q; vector_ring).
  assert (F : cross a (cross a (cross u v)) = (cross (cross a p) v + 2 * cross p q + cross u (cross a q))%V)
    by (unfold p, q; vector_ring).
  assert (G : (cross p (cross a q) + cross (cross a p) q)%V = zero) by (rewrite <- P; vector_ring).
  rewrite cross_expanded. fold p q. rewrite F, E, G, Q.
  generalize (cross (cross a p) v) (cross u (cross a q)) (cross p v) (cross u q) (cross u v) (cross p q).
  intros. replace (sin x * sin x) with (1 - cos x * cos x) by lra. vector_ring.
Qed.

(* Turning by d carries a point no farther than |d| times its distance from the axis. *)
Lemma turn_lipschitz : forall x y v, len (turn a x v - turn a y v) <= Rabs (x - y) * len (cross a v).
Proof.
  intros x y v. rewrite Rmult_comm.
  apply (path_lipschitz (fun s => turn a s v) (fun s => turn a s (cross a v)) (Rmin x y) (Rmax x y) y x).
  - intros s _. unfold turn at 1. eapply derives_ext. apply derives_add. apply derives_const.
    apply derives_add. apply (derives_along sin cos). apply is_derive_sin.
    apply (derives_along (fun s => 1 - cos s) sin).
    auto_derive; auto; ring. rewrite turn_cross_axis. vector_ring.
  - split; [apply Rmin_r | apply Rmax_r].
  - split; [apply Rmin_l | apply Rmax_l].
  - intros s _. rewrite len_turn. lra.
Qed.

Lemma derives_turn : forall (x x' : R -> R) p p' t, is_derive x t (x' t) -> derives p p' t ->
  derives (fun s => turn a (x s) (p s)) (fun s => turn a (x s) (p' s + x' s * cross a (p s)))%V t.
Proof.
  intros x x' p p' t X P. unfold turn at 1. eapply derives_ext.
  - apply derives_add. exact P. apply derives_add.
    + apply (derives_scale (fun s => sin (x s)) (fun s => cos (x s) * x' s)).
      auto_derive. exists (x' t); auto. known_derivative x t (x' t). ring.
      apply derives_cross; exact P.
    + apply (derives_scale (fun s => 1 - cos (x s)) (fun s => sin (x s) * x' s)).
      auto_derive. exists (x' t); auto. known_derivative x t (x' t). ring.
      do 2 apply derives_cross; exact P.
  - cbv beta. rewrite turn_add.
    replace (turn a (x t) (x' t * cross a (p t))) with (x' t * turn a (x t) (cross a (p t)))%V
      by (unfold turn; vector_ring). rewrite turn_cross_axis. unfold turn. vector_ring.
Qed.
End Turn.

Lemma derives_apply : forall R p p' t, derives p p' t ->
  derives (fun s => apply R (p s)) (fun s => apply R (p' s)) t.
Proof.
  intro R. apply (derives_linear (apply R) (Vector (vx (column_x R)) (vx (column_y R)) (vx (column_z R)))
    (Vector (vy (column_x R)) (vy (column_y R)) (vy (column_z R)))
    (Vector (vz (column_x R)) (vz (column_y R)) (vz (column_z R)))). unfold apply. vector_ring.
Qed.

(* velocity and acceleration are the derivatives of the place. *)
Theorem chain_derives : forall js p t, sound_chain js t ->
  derives (place js p) (velocity js p) t /\ derives (velocity js p) (acceleration js p) t.
Proof.
  intros js p t H. induction H as [|j l [O [U [Q Q']]] _ [D1 D2]]; simpl.
  - split; apply derives_const.
  - unfold move, move', move''. destruct (turns j); split.
    + eapply derives_ext. apply derives_add. apply derives_const.
      apply derives_apply. apply (derives_turn (axis j) U (value j) (rate j) (place l p) (velocity l p) t Q D1).
      apply zero_add.
    + eapply derives_ext. apply derives_apply.
      apply (derives_turn (axis j) U (value j) (rate j)
        (fun s => velocity l p s + rate j s * cross (axis j) (place l p s))%V
        (fun s => acceleration l p s + (bend j s * cross (axis j) (place l p s)
          + rate j s * cross (axis j) (velocity l p s)))%V t Q).
      apply derives_add. apply D2. eapply derives_ext.
      apply (derives_scale (rate j) (bend j) (fun s => cross (axis j) (place l p s))
        (fun s => cross (axis j) (velocity l p s))). exact Q'.
      apply derives_cross; exact D1. reflexivity.
      cbv beta. f_equal. f_equal. vector_ring.
    + eapply derives_ext. apply derives_add. apply derives_const.
      apply derives_apply. apply derives_add. apply D1. apply (derives_along (value j) (rate j)). exact Q.
      apply zero_add.
    + eapply derives_ext. apply derives_apply. apply derives_add. apply D2.
      apply (derives_along (rate j) (bend j)). exact Q'. reflexivity.
Qed.

(* At one time a chain is a rigid motion: it keeps differences' lengths, and it is affine. *)
Lemma move_sub : forall j t p q, (move j t p - move j t q)%V =
  apply (axes j) (if turns j then turn (axis j) (value j t) (p - q) else p - q)%V.
Proof.
  intros. unfold move. rewrite sub_translate, <- apply_sub. destruct (turns j).
  - rewrite turn_sub. reflexivity.
  - f_equal. vector_ring.
Qed.

Lemma place_isometry : forall js p q t, sound_chain js t -> len (place js p t - place js q t) = len (p - q).
Proof.
  intros js p q t H. induction H as [|j l [O [U _]] _ IH]; simpl; auto.
  rewrite move_sub, len_apply by auto. destruct (turns j); auto. rewrite len_turn; auto.
Qed.

Lemma place_affine : forall js p q k t,
  place js (k * p + (1 - k) * q) t = (k * place js p t + (1 - k) * place js q t)%V.
Proof.
  intros js p q k t. induction js as [|j l IH]; simpl; auto. rewrite IH.
  unfold move. rewrite <- mix_translate. f_equal. destruct (turns j).
  - rewrite turn_add, apply_add, !turn_scale, !apply_scale. reflexivity.
  - rewrite <- !apply_scale, <- apply_add. f_equal. vector_ring.
Qed.

(* So the places of the origin and of the three unit vectors tell those of all points. *)
Lemma place_frame : forall js p t, let o := place js zero t in
  place js p t = (o + (vx p * (place js (Vector 1 0 0) t - o) + (vy p * (place js (Vector 0 1 0) t - o)
    + vz p * (place js (Vector 0 0 1) t - o))))%V.
Proof.
  intros js p t. cbv zeta.
  assert (D : (place js p t - place js zero t)%V = (vx p * (place js (Vector 1 0 0) t - place js zero t)
    + (vy p * (place js (Vector 0 1 0) t - place js zero t) + vz p * (place js (Vector 0 0 1) t - place js zero t)))%V).
  { induction js as [|j l IH]; simpl. destruct p; vector_ring.
    rewrite !move_sub. destruct (turns j); rewrite IH.
    - rewrite !turn_add, !turn_scale, !apply_add, !apply_scale. reflexivity.
    - rewrite !apply_add, !apply_scale. reflexivity. }
  rewrite <- D. generalize (place js p t) (place js zero t). intros [x y z]. vector_ring.
Qed.

(* The linear and the angular velocity of the body at the end of the chain, in the common frame. *)
Fixpoint twist (js : list joint) (t : R) : vector * vector := match js with
  | nil => (zero, zero)
  | j :: l => let '(v, w) := twist l t in
    if turns j then
      let w' := apply (axes j) (turn (axis j) (value j t) (w + rate j t * axis j)) in
      ((apply (axes j) (turn (axis j) (value j t) v) - cross w' (origin j))%V, w')
    else
      let w' := apply (axes j) w in
      ((apply (axes j) (v + rate j t * axis j) - cross w' (origin j + apply (axes j) (value j t * axis j)))%V, w')
  end.
Definition linear js t := fst (twist js t).
Definition angular js t := snd (twist js t).

(* At every time the velocity of each point p of the body is v + w x p, with p in the common frame. *)
Theorem rigid_velocity : forall js p t, sound_chain js t ->
  velocity js p t = (linear js t + cross (angular js t) (place js p t))%V.
Proof.
  unfold linear, angular.
  intros js p t H. induction H as [|j l [O [U _]] _ IH]; simpl.
  - vector_ring.
  - rewrite IH. destruct (twist l t) as [v w]. simpl. unfold move, move'. destruct (turns j); simpl.
    + generalize (place l p t). intro y.
      replace (v + cross w y + rate j t * cross (axis j) y)%V with (v + cross (w + rate j t * axis j) y)%V
        by vector_ring.
      rewrite turn_add, apply_add, turn_cross, apply_cross by auto. apply cross_about.
    + generalize (place l p t). intro y.
      replace (v + cross w y + rate j t * axis j)%V with ((v + rate j t * axis j) + cross w y)%V by vector_ring.
      rewrite (apply_add (axes j) (v + rate j t * axis j) (cross w y)), apply_cross by auto.
      rewrite (apply_add (axes j) y).
      generalize (apply (axes j) (v + rate j t * axis j)) (apply (axes j) w) (apply (axes j) y)
        (apply (axes j) (value j t * axis j)) (origin j). vector_ring.
Qed.

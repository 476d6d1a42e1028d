(* The claims of a pair cover its time and its elements (docs/proofs.md, "Coverage"), so what every part says of its
   sets and its interval holds for the whole bodies over the whole motion. *)
From Coq Require Import Reals Lra List.
Import ListNotations.
Open Scope R_scope.

(* Intervals sorted by their begin, first the largest end so far: each one begins at or before the largest end so
   far, and the largest end of all is fin or later. *)
Fixpoint reach (reached : R) (intervals : list (R * R)) (fin : R) : Prop := match intervals with
  | [] => fin <= reached
  | (from, to) :: l => from <= reached /\ reach (Rmax reached to) l fin
  end.
Definition cover_time (intervals : list (R * R)) (begin fin : R) : Prop := match intervals with
  | [] => False
  | (from, to) :: l => from <= begin /\ reach to l fin
  end.

Lemma reach_covers : forall intervals reached fin t, reach reached intervals fin -> reached < t <= fin ->
  exists from to, In (from, to) intervals /\ from <= t <= to.
Proof.
  induction intervals as [|[from to] l IH]; intros reached fin t H Ht; simpl in H. lra.
  destruct H as [F H]. destruct (Rle_dec t to).
  - exists from, to. simpl. split; auto. lra.
  - destruct (IH (Rmax reached to) fin t H) as [f [e [I T]]].
    { split; [apply Rmax_lub_lt|]; lra. }
    exists f, e. simpl. auto.
Qed.

Theorem time_covered : forall intervals begin fin t, cover_time intervals begin fin -> begin <= t <= fin ->
  exists from to, In (from, to) intervals /\ from <= t <= to.
Proof.
  intros [|[from to] l] begin fin t H Ht; simpl in H. contradiction.
  destruct H as [F H]. destruct (Rle_dec t to).
  - exists from, to. simpl. split; auto. lra.
  - destruct (reach_covers l to fin t H) as [f [e [I T]]]. lra. exists f, e. simpl. auto.
Qed.

(* The tree of a body: its leaves are the elements. *)
Inductive tree (element : Type) := Leaf (e : element) | Inner (left right : tree element).
Arguments Leaf {element}. Arguments Inner {element}.
Fixpoint below {element} (x : tree element) : list element := match x with
  | Leaf e => [e]
  | Inner l r => below l ++ below r
  end.

Section Elements.
Variables (element other : Type).

(* A part by the elements of its two sets, those below a node or those of a hull. A pair of nodes is covered if one
   part has all elements below both, or if the pairs with both children of one of the nodes are covered. *)
Inductive covered (parts : list (list element * list other)) : tree element -> tree other -> Prop :=
| covered_part : forall A B x y, In (A, B) parts -> incl (below x) A -> incl (below y) B -> covered parts x y
| covered_left : forall l r y, covered parts l y -> covered parts r y -> covered parts (Inner l r) y
| covered_right : forall x l r, covered parts x l -> covered parts x r -> covered parts x (Inner l r).

Theorem elements_covered : forall parts x y, covered parts x y ->
  forall e f, In e (below x) -> In f (below y) -> exists A B, In (A, B) parts /\ In e A /\ In f B.
Proof.
  intros parts x y H. induction H as [A B x y I X Y | l r y _ IHl _ IHr | x l r _ IHl _ IHr]; intros e f He Hf.
  - exists A, B. auto.
  - simpl in He. apply in_app_or in He. destruct He; auto.
  - simpl in Hf. apply in_app_or in Hf. destruct Hf; auto.
Qed.

(* Of two bodies, the unions of the elements of their trees: if the intervals of the claims cover [begin, fin], the
   parts of each claim cover the pair of the trees, and each part proves apart what its elements are at each time of
   its claim, then the bodies are apart at every time of [begin, fin]. *)
Record claim := Claim { from : R; to : R; parts : list (list element * list other) }.

Theorem claims_prove : forall (apart : R -> element -> other -> Prop) claims x y begin fin,
  cover_time (map (fun c => (from c, to c)) claims) begin fin ->
  (forall c, In c claims -> covered (parts c) x y) ->
  (forall c A B, In c claims -> In (A, B) (parts c) -> forall t, from c <= t <= to c ->
    forall e f, In e A -> In f B -> apart t e f) ->
  forall t, begin <= t <= fin -> forall e f, In e (below x) -> In f (below y) -> apart t e f.
Proof.
  intros apart claims x y begin fin T P H t Ht e f He Hf.
  destruct (time_covered _ begin fin t T Ht) as [a [b [I J]]].
  apply in_map_iff in I. destruct I as [c [E Ic]]. inversion E; subst.
  destruct (elements_covered (parts c) x y (P c Ic) e f He Hf) as [A [B [IP [Ie If]]]].
  apply (H c A B); auto.
Qed.
End Elements.

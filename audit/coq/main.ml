(* Hands pairs of bodies, their claims and what blocks say of them, which claims.py writes, to the checker that Coq
   extracts (kernel.ml); proposes directions to it. *)
(* Kernel has modules Z and Q of its own *)
module Integer = Z
module Rational = Q
open Kernel

let word () = Scanf.scanf " %s" (fun s -> s)
let int () = Scanf.scanf " %d" (fun n -> n)
let rational () = let x = Rational.of_string (word ()) in { qnum = Rational.num x; qden = Rational.den x }
let list read = List.init (int ()) (fun _ -> read ())
(* the number with these bits *)
let bits () = List.fold_left (fun set i -> Integer.logor set (Integer.shift_left Integer.one i)) Integer.zero (list int)

let vector () =
  let qx = rational () in
  let qy = rational () in
  let qz = rational () in
  { qx; qy; qz }

let joint () =
  let q_turns = word () = "turn" in
  let q_origin = vector () in
  let q_axis = vector () in
  let q_value = list rational in
  { q_turns; q_origin; q_axis; q_value }

let ball () =
  let q_centre = vector () in
  let q_radius = rational () in
  { q_centre; q_radius }

let body () =
  let q_chain = list joint in
  let q_bounding = ball () in
  let q_elements = list (fun () -> list ball) in
  { q_chain; q_bounding; q_elements }

let part () =
  let part_a = bits () in
  let part_b = bits () in
  let part_slab = word () = "slab" in
  let part_normal = vector () in
  let part_turn = vector () in
  { part_a; part_b; part_slab; part_normal; part_turn }

let claim () =
  let q_from = rational () in
  let q_to = rational () in
  let q_at = rational () in
  let q_parts = list part in
  { q_from; q_to; q_at; q_parts }

let around () =
  let shape = word () in
  let centre = vector () in
  match shape with
  | "box" ->
    let x = vector () in
    let y = vector () in
    let z = vector () in
    Qbox (centre, x, y, z, rational ())
  | _ ->
    let axis = vector () in
    let base = rational () in
    let half = rational () in
    Qcylinder (centre, axis, base, half, rational ())

let second () = if word () = "around" then Around (around ()) else Cover (list ball)

let core () =
  let k_radius = rational () in
  let k_first = ball () in
  let k_more = list (fun () -> let x = rational () in (x, ball ())) in
  { k_radius; k_first; k_more }

let item () =
  match word () with
  | "run" ->
    let first = rational () in
    let next = rational () in
    Run (first, next, list rational)
  | "claim" -> Claim (claim ())
  | _ -> Chord (claim ())

(* Directions, in floats: Coq proves that what the checker accepts holds whatever they are. *)
let scale = ldexp 1. (-128)
let number i = Integer.to_float i.lo *. scale
let floats v = (number v.i_x, number v.i_y, number v.i_z)
let less (a, b, c) (x, y, z) = (a -. x, b -. y, c -. z)
let dot (a, b, c) (x, y, z) = (a *. x) +. (b *. y) +. (c *. z)
let along k (x, y, z) = (k *. x, k *. y, k *. z)
let limit most k = Float.max (-.most) (Float.min most k)

(* What is left of the way to a point when a step along an axis, of at most its length, is taken towards it. *)
let step way axis =
  let size = sqrt (dot axis axis) in
  if size = 0. then way
  else
    let axis = along (1. /. size) axis in
    less way (along (limit size (dot way axis)) axis)

(* The way to a point from the nearest one of a set, without the set's radius. *)
let way_from set p =
  match set with
  | Iorigin -> p
  | Ibox (c, x, y, z, _) -> List.fold_left step (less p (floats c)) [ floats x; floats y; floats z ]
  | Icylinder (c, u, base, half, _) ->
    let u = floats u in
    let way = less p (floats c) in
    let k = dot way u in
    let across = less way (along k u) in
    let size = sqrt (dot across across) in
    let near = if size <= number base then across else along (number base /. size) across in
    less way (less (along (limit (number half) k) u) (along (-1.) near))

(* From the nearest point of the segment, which halving finds, as the distance is convex along it, to the set. *)
let search u v set =
  let u = floats u and v = floats v in
  let whole = less v u in
  let at k = way_from set (less u (along (-.k) whole)) in
  let rec halve low high count =
    let k = (low +. high) /. 2. in
    if count = 0 then k
    else if dot (at k) whole < 0. then halve k high (count - 1)
    else halve low k (count - 1)
  in
  let k = if dot (at 0.) whole >= 0. then 0. else if dot (at 1.) whole <= 0. then 1. else halve 0. 1. 40 in
  let way = at k in
  let size = sqrt (dot way way) in
  let x, y, z = if size > 0. then along (-.ldexp 1. 40 /. size) way else (0., 0., 0.) in
  ((Integer.of_float x, Integer.of_float y), Integer.of_float z)

let () =
  let pairs = int () in
  let holds = ref 0 and claims = ref 0 and intervals = ref 0 and unsure = ref 0 and spent = ref 0. in
  for _ = 1 to pairs do
    let name = word () in
    let larger = word () = "larger" in
    let a = body () in
    let b = body () in
    let required = rational () in
    let start = rational () in
    let fin = rational () in
    let cover = list ball in
    let other = second () in
    let own = list item in
    let begun = Sys.time () in
    let accepted = check_blocks search a cover b other required start fin own in
    spent := !spent +. Sys.time () -. begun;
    let count = function Run (_, _, others) -> intervals := !intervals + 1 + List.length others | _ -> incr claims in
    List.iter count own;
    if accepted then incr holds
    else if larger then incr unsure
    else begin
      let refused = List.filter (fun i -> not (check_item search a cover b other required i)) own in
      Printf.printf "refused: %s, %d of its %d claims\n" name (List.length refused) (List.length own)
    end
  done;
  let contacts = int () in
  let met = ref 0 in
  for _ = 1 to contacts do
    let name = word () in
    let a = body () in
    let b = body () in
    let p = core () in
    let q = core () in
    let time = rational () in
    if check_contact a b p q time (rational ()) then incr met else Printf.printf "contact refused: %s\n" name
  done;
  let left = int () + !unsure in
  let decided = pairs - !unsure in
  Printf.printf "%d of %d pairs accepted, with %d claims and %d intervals of blocks in all, in %.2f s\n" !holds decided
    !claims !intervals !spent;
  if contacts > 0 then Printf.printf "%d of %d contacts accepted\n" !met contacts;
  if left > 0 then
    Printf.printf "not checked: %d pairs whose claims are of cells, or of shapes too near to be rounded, and contacts inside meshes\n" left;
  exit (if !holds < decided || !met < contacts then 1 else if left > 0 then 3 else 0)

(* Hands pairs of bodies and their claims, which claims.py writes, to the checker that Coq extracts (kernel.ml). *)
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

let () =
  let pairs = int () in
  let holds = ref 0 and claims = ref 0 and spent = ref 0. in
  for _ = 1 to pairs do
    let name = word () in
    let a = body () in
    let b = body () in
    let required = rational () in
    let start = rational () in
    let fin = rational () in
    let own = list claim in
    let begun = Sys.time () in
    let accepted = check a b required start fin own in
    spent := !spent +. Sys.time () -. begun;
    claims := !claims + List.length own;
    if accepted then incr holds
    else begin
      let refused = List.filter (fun c -> not (check_claim a b required c)) own in
      Printf.printf "refused: %s, %d of its %d claims\n" name (List.length refused) (List.length own)
    end
  done;
  let left = int () in
  Printf.printf "%d of %d pairs accepted, with %d claims in all, in %.2f s\n" !holds pairs !claims !spent;
  if left > 0 then
    Printf.printf "not checked: %d pairs with cylinders, cones or ellipsoids\n" left;
  exit (if !holds < pairs then 1 else if left > 0 then 3 else 0)

(* The checker as a program in OCaml, with integers of the library Zarith. Trusted beside Coq's extraction: that
   Zarith's operations are those of the integers. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlZBigInt ZArith.
From Leeway Require Import CheckBlock Contact.
Extraction Language OCaml.
Extract Inlined Constant Z.sqrt => "Big_int_Z.sqrt_big_int".
Extraction "kernel.ml" check_blocks check_item check_contact.

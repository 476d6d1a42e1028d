"""The verifier of proofs: python -m leeway.audit PROOF ARGUMENT..., with the arguments of `leeway check`.

It reads the proof file and the files of the scene and the motions, and shares no code with the library. This
folder also runs alone, where Leeway is not installed (python3 FOLDER PROOF ARGUMENT...): its modules import each
other by plain names. docs/proofs.md defines what they verify."""

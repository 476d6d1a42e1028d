/* The claim of a contact: points of two bodies that show how near these are. */
#ifndef LW_CHECK_ASK_CONTACT_PROOF_H
#define LW_CHECK_ASK_CONTACT_PROOF_H

#include "check/checker/checker.h"

/* Claims the contact of the checker's verdict, if a point of each body shows it, or one that is in a
 * closed mesh of the other. Nothing is claimed where one body is in a mesh that had to be repaired, or
 * in one of several meshes of a body: the elements of the file do not show that. */
void lw_prove_contact(lw_checker *checker);

#endif

//! Taking found values out of stored bodies: one transaction for each body, then the erasing of the old text, then the
//! proof that the values are gone.

mod advice;
mod carry_out;
mod find;
mod meet;
mod pick;
mod place;
mod plan;
mod refused;
mod shown;
mod target;

-- Safe beside older versions: they read states as text. Of a record that is refused they show no word, take neither
-- its calls again nor its completion, and lead out of it by a new round or the way back to draft, as newer ones do.
-- By itself: a value cannot be used in the transaction that adds it.
ALTER TYPE "signable_state" ADD VALUE 'refused' BEFORE 'signed';

-- The plan of a function is kept for the connection, however much the tables grow: made while they were nearly empty it looks
-- through all of their rows for each video of a transaction that adds many. Older versions do not mind.
ALTER FUNCTION "note_words"(integer[]) SET enable_seqscan = off;

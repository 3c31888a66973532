-- The newest public videos with their words: what very many have is found among them.
CREATE INDEX "video_words_newest_idx" ON "video_words" ("date_added" DESC, "video_id" DESC) WHERE "is_public";

-- outside a transaction
-- Of all videos, those with one tag.
drop index concurrently if exists "videos_tags_idx";
create index concurrently "videos_tags_idx" on "videos" using gin ("tags");

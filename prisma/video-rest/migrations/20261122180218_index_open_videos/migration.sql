-- outside a transaction
-- The pages of whoever owns few videos.
drop index concurrently if exists "videos_open_idx";
create index concurrently "videos_open_idx" on "videos" ("date_added" desc, "id" desc) where not "is_draft" and not "is_for_groups" and "password_hash" is null;

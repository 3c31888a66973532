-- outside a transaction
-- Of all videos, the newest under one licence.
drop index concurrently if exists "videos_licence_date_added_id_idx";
create index concurrently "videos_licence_date_added_id_idx" on "videos" ("licence", "date_added" desc, "id" desc);
-- The newest of one degree.
drop index concurrently if exists "videos_cursus_date_added_id_idx";
create index concurrently "videos_cursus_date_added_id_idx" on "videos" ("cursus", "date_added" desc, "id" desc);
-- The newest in which the viewer looks around.
drop index concurrently if exists "videos_is360_date_added_id_idx";
create index concurrently "videos_is360_date_added_id_idx" on "videos" ("is360", "date_added" desc, "id" desc);

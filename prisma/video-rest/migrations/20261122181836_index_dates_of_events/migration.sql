-- outside a transaction
-- `?date_evt=` and its bounds looked at every video.
drop index concurrently if exists "videos_date_evt_date_added_id_idx";
create index concurrently "videos_date_evt_date_added_id_idx" on "videos" ("date_evt", "date_added" desc, "id" desc);

-- An upload needs a type: a new instance has one, which can be renamed and removed like any other.
INSERT INTO "video_types" ("id", "title_en", "title_fr")
SELECT 1, 'Other', 'Autre' WHERE NOT EXISTS (SELECT FROM "video_types");

-- The next one is not called so too.
SELECT nextval('video_types_id_seq') FROM "video_types_id_seq" WHERE NOT is_called;

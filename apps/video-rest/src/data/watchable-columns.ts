import { sql } from '@campus/database';

/** The columns of a `Watchable`, for the head of a select from `videos v`. */
export const watchableColumns = sql`
  v.owner_id, v.is_draft, v.is_restricted, v.is_for_groups, v.password_hash,
  array(select l."A" from "_AdditionalOwners" l where l."B" = v.id) as additional_owners,
  array(select l."A" from "_AccessGroupToVideo" l where l."B" = v.id) as restrict_access_to_groups`;

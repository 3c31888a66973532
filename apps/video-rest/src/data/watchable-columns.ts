/** The columns of a `Watchable`, for the head of a select from `videos v`. */
export const watchableColumns = `
  v.owner_id as "ownerId", v.is_draft as "isDraft", v.is_restricted as "isRestricted",
  v.is_for_groups as "isForGroups", v.password_hash as "passwordHash",
  array(select l."A" from "_AdditionalOwners" l where l."B" = v.id) as "additionalOwners",
  array(select l."A" from "_AccessGroupToVideo" l where l."B" = v.id) as "restrictAccessToGroups"`;

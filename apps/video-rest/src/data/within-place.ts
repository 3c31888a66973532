/** What public videos are looked for in. */
export const placeKinds = ['types', 'channels', 'themes', 'disciplines', 'playlists'] as const;

export type Place = (typeof placeKinds)[number];

/** That somebody may watch a video whoever they are, and that there is something to play. */
export const isPublicVideo = `not v.is_draft and not v.is_restricted and not v.is_for_groups and v.password_hash is null
  and v.encoding_id is not null`;

/** What keeps those of a place among `videos v`. */
interface Within {
  join?: string;
  where?: string;
  /** In the order that its owner gave it, `place`. */
  isPlayed?: boolean;
}

const linked = (rows: string) => ({ join: `join (${rows}) l on l."B" = v.id` });

const within = (theme: string) => `with recursive below as (
  select ${theme} as id union select t.id from themes t join below b on t.parent_id = b.id) select id from below`;

/** @param id  of the place, as it stands in a statement */
export const withinPlace: Record<Place, (id: string) => Within> = {
  types: (id) => ({ where: `v.type_id = ${id}` }),
  // Whoever adds a video to a theme need not add it to its channel too.
  channels: (id) =>
    linked(`select "B" from "_ChannelToVideo" where "A" = ${id} union
      select x."B" from "_ThemeToVideo" x join themes t on t.id = x."A" where t.channel_id = ${id}`),
  themes: (id) => linked(`select distinct "B" from "_ThemeToVideo" where "A" in (${within(id)})`),
  disciplines: (id) => linked(`select "B" from "_DisciplineToVideo" where "A" = ${id}`),
  playlists: (id) => ({
    join: `join playlist_entries pe on pe.video_id = v.id and pe.playlist_id = ${id}`,
    isPlayed: true,
  }),
};

/** What PostgreSQL alone writes of videos and their parts: the same members of the same objects as an export has. */

/** A path of what a column names, and null of none. */
const path = (resource: string, column: string) => `'${resource}', '/rest/${resource}s/' || ${column} || '/'`;

const paths = (resource: string, table: string) =>
  `array(select '/rest/${resource}/' || "A" || '/' from "${table}" where "B" = t.id order by "A")`;

const video = path('video', 'video_id');

const members = {
  videos: `
    'id', id, 'video', json_build_object('name', source_file, 'bytes', source_bytes, 'codecs', source_codecs,
      'kind', media_kind, 'duration', duration_seconds),
    'title', title, 'slug', slug, 'description', description, 'owner', '/rest/users/' || owner_id || '/',
    'additional_owners', ${paths('users', '_AdditionalOwners')}, ${path('type', 'type_id')},
    'discipline', ${paths('discipline', '_DisciplineToVideo')}, 'channel', ${paths('channels', '_ChannelToVideo')},
    'theme', ${paths('themes', '_ThemeToVideo')}, 'tags', tags,
    'date_added', to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'date_evt', date_evt, 'main_lang', main_lang, 'is_draft', is_draft, 'is_restricted', is_restricted,
    'restrict_access_to_groups', ${paths('accessgroups', '_AccessGroupToVideo')},
    'password', case when password_hash is not null then '********' end, 'allow_downloading', allow_downloading,
    'is_360', is360, 'disable_comment', disable_comment, 'cursus', cursus, 'licence', licence, 'layout', layout, 'plays', plays,
    'thumbnail', '/rest/images/' || thumbnail_id || '/', 'thumbnail_choice', thumbnail_choice,
    'sites', coalesce(nullif(${paths('sites', '_SiteToVideo')}, '{}'), array['/rest/sites/1/'])`,
  contributors: `'id', id, ${video}, 'name', name, 'email_address', email_address, 'role', role, 'weblink', weblink`,
  chapters: `'id', id, ${video}, 'title', title, 'time_start', start_seconds`,
  overlays: `
    'id', id, ${video}, 'title', title, 'time_start', start_seconds, 'time_end', end_seconds, 'content', content,
    'position', position, 'background', background`,
};

/** In the order of an export. */
export const copiedTables = Object.keys(members) as (keyof typeof members)[];

/** Lines of JSON, for `copy`. */
export function bareLines(table: keyof typeof members): string {
  return `select json_build_object('resource', '${table}', ${members[table]}) from ${table} t order by id`;
}

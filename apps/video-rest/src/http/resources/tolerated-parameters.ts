const names =
  '_ additional_owners autoplay channel code_name date_added discipline display_name editable email ' +
  'encoded encoding_in_progress extension extensions file id is_draft is_restricted name owner recorder ' +
  'role search__title search_title site_id sites slug status theme title__icontains type username video ' +
  'visibility';

/**
 * Parameters that clients of this kind of platform send to any list, whether it filters by them or not: an error
 * for them would break a script that works today. Collected from the clients and from the filters of the platform
 * that they were written for.
 */
export const toleratedParameters: ReadonlySet<string> = new Set(names.split(' '));

/** Of the public API. Guards nothing: the data are made up, and the servers listen on loopback while they run. */
export const publicToken = 'public-token-of-the-benchmark';

/** Of the management API. */
export const managementToken = 'management-token-of-the-benchmark';

/** Of the management API, for what belongs to one department of twenty, and to one that has few, or goes by a rare workflow. */
export const scopedTokens = {
  department: { token: `cs_${'d'.repeat(43)}`, scope: { departments: ['Department 7'], workflows: [] } },
  rare: { token: `cs_${'r'.repeat(43)}`, scope: { departments: ['Rare'], workflows: ['rare'] } },
};

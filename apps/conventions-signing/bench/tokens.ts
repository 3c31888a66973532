/** Of the public API. Guards nothing: the data are made up, and the servers listen on loopback while they run. */
export const publicToken = 'public-token-of-the-benchmark';

/** Of the management API. */
export const managementToken = 'management-token-of-the-benchmark';

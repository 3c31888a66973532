/** What both sides know of the instance that is measured. */
export const instance = {
  /** One address for both, so that they can answer the same bytes. */
  baseUrl: 'https://videos.university.example',
  publisher: 'Example University',
  coverage: 'Example University - Town - Country',
  rights: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  timeZone: 'Europe/Paris',
};

/** Of a superuser. Guards nothing: the data are made up, and the servers listen on loopback while they run. */
export const tokenKey = '0123456789abcdef0123456789abcdef01234567';

export const authorization = `Token ${tokenKey}`;

/** Of an account without rights of its own. */
export const studentKey = 'fedcba9876543210fedcba9876543210fedcba98';

/** What both sides know of the instance that is measured. */
export const instance = {
  /** One address for both, so that they can answer the same bytes. */
  baseUrl: 'https://videos.university.example',
  publisher: 'Example University',
  coverage: 'Example University - Town - Country',
  rights: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  adminEmail: 'videos@university.example',
  timeZone: 'Europe/Paris',
};

/** Of a superuser. Guards nothing: the data are made up, and the servers listen on loopback while they run. */
export const tokenKey = '0123456789abcdef0123456789abcdef01234567';

export const authorization = `Token ${tokenKey}`;

/** Of nobody, though it has the form of a key. */
export const unknownAuthorization = `Token ${tokenKey.replace('0', '8')}`;

/** How the superuser signs in. */
export const credentials = { username: 'user1', password: 'password of the benchmark' };

const pair = `${credentials.username}:${credentials.password}`;

export const basicAuthorization = `Basic ${Buffer.from(pair).toString('base64')}`;

/** Of an account without rights of its own. */
export const studentKey = 'fedcba9876543210fedcba9876543210fedcba98';

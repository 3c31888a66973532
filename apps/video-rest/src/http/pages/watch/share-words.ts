import type { Language } from '@campus/pages';

const en = {
  share: 'Share',
  copyAddress: 'Copy the address',
  copyAt: 'Copy the address at',
  copied: 'Copied',
  qrCode: 'QR code',
  qrCodeOf: (address: string) => `QR code of ${address}`,
  embed: 'Show it on another site',
  options: 'Options of the frame',
  start: 'Start at',
  size: 'Size',
  asWide: 'As wide as its place',
  autoplay: 'Play by itself',
  copyCode: 'Copy the code',
  embedHelp: 'With &start=90 in its address it begins after 90 seconds, with &autoplay=true by itself.',
};

type Words = typeof en;

const fr: Words = {
  share: 'Partager',
  copyAddress: 'Copier l’adresse',
  copyAt: 'Copier l’adresse à',
  copied: 'Copié',
  qrCode: 'Code QR',
  qrCodeOf: (address) => `Code QR de ${address}`,
  embed: 'La montrer sur un autre site',
  options: 'Options du cadre',
  start: 'Commencer à',
  size: 'Taille',
  asWide: 'Aussi large que sa place',
  autoplay: 'Lire automatiquement',
  copyCode: 'Copier le code',
  embedHelp:
    'Avec &start=90 dans son adresse, elle commence après 90 secondes\u202f; avec &autoplay=true, elle se lit d’elle-même.',
};

/** What the page of a video says of its address and its frame. */
export const shareWords = { en, fr } satisfies Record<Language, Words>;

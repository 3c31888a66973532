import { inEachLanguage } from '@campus/pages';

/** What the page of a video says of its address and its frame. */
export const shareWords = inEachLanguage({
  share: ['Share', 'Partager'],
  copyAddress: ['Copy the address', 'Copier l’adresse'],
  copyAt: ['Copy the address at', 'Copier l’adresse à'],
  copied: ['Copied', 'Copié'],
  qrCode: ['QR code', 'Code QR'],
  qrCodeOf: (address: string) => [`QR code of ${address}`, `Code QR de ${address}`],
  embed: ['Show it on another site', 'La montrer sur un autre site'],
  options: ['Options of the frame', 'Options du cadre'],
  start: ['Start at', 'Commencer à'],
  size: ['Size', 'Taille'],
  asWide: ['As wide as its place', 'Aussi large que sa place'],
  autoplay: ['Play by itself', 'Lire automatiquement'],
  copyCode: ['Copy the code', 'Copier le code'],
  embedHelp: [
    'With &start=90 in its address it begins after 90 seconds, with &autoplay=true by itself.',
    'Avec &start=90 dans son adresse, elle commence après 90 secondes\u202f; avec &autoplay=true, elle se lit d’elle-même.',
  ],
});

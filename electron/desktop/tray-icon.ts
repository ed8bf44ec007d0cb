import { type NativeImage, nativeImage, nativeTheme } from 'electron';
import trayBlack2x from './icons/tray-black@2x.png?inline';
import trayBlack from './icons/tray-black.png?inline';
import pausedBlack2x from './icons/tray-paused-black@2x.png?inline';
import pausedBlack from './icons/tray-paused-black.png?inline';
import pausedTile2x from './icons/tray-paused-tile@2x.png?inline';
import pausedTile from './icons/tray-paused-tile.png?inline';
import pausedWhite2x from './icons/tray-paused-white@2x.png?inline';
import pausedWhite from './icons/tray-paused-white.png?inline';
import trayTile2x from './icons/tray-tile@2x.png?inline';
import trayTile from './icons/tray-tile.png?inline';
import trayWhite2x from './icons/tray-white@2x.png?inline';
import trayWhite from './icons/tray-white.png?inline';

const images = {
  black: { recording: [trayBlack, trayBlack2x], paused: [pausedBlack, pausedBlack2x] },
  tile: { recording: [trayTile, trayTile2x], paused: [pausedTile, pausedTile2x] },
  white: { recording: [trayWhite, trayWhite2x], paused: [pausedWhite, pausedWhite2x] },
} as const;

/**
 * Returns the colour of the bar that contains the icon. Linux does not report it: a desktop's colour scheme is
 * not the colour of its panel (GNOME's is dark in both), and `shouldUseDarkColors` follows Plinth's own theme.
 * The icon for Linux therefore has its own background.
 */
function tone(): keyof typeof images {
  if (process.platform === 'linux') return 'tile';
  // macOS colours a template image itself.
  if (process.platform === 'darwin') return 'black';
  return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? 'white' : 'black';
}

/** Returns the tray image for the current bar. */
export function trayIcon(paused: boolean): NativeImage {
  const [single, double] = images[tone()][paused ? 'paused' : 'recording'];
  const image = nativeImage.createEmpty();
  image.addRepresentation({ scaleFactor: 1, dataURL: single });
  image.addRepresentation({ scaleFactor: 2, dataURL: double });
  if (process.platform === 'darwin') image.setTemplateImage(true);
  return image;
}

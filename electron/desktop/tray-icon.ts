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
 * The colour of the bar that the icon stands in. On Linux nobody tells: a desktop's colour scheme is not its panel's
 * (GNOME's is dark in both), and `shouldUseDarkColors` follows the theme that Plinth itself was given. So the mark
 * brings its own ground.
 */
function tone(): keyof typeof images {
  if (process.platform === 'linux') return 'tile';
  // macOS colours a template itself.
  if (process.platform === 'darwin') return 'black';
  return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? 'white' : 'black';
}

/** The tray's image, for the bar that it stands in. */
export function trayIcon(paused: boolean): NativeImage {
  const [single, double] = images[tone()][paused ? 'paused' : 'recording'];
  const image = nativeImage.createEmpty();
  image.addRepresentation({ scaleFactor: 1, dataURL: single });
  image.addRepresentation({ scaleFactor: 2, dataURL: double });
  if (process.platform === 'darwin') image.setTemplateImage(true);
  return image;
}

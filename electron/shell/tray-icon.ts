import { type NativeImage, nativeImage, nativeTheme } from 'electron';
import trayBlack2x from './icons/tray-black@2x.png?inline';
import trayBlack from './icons/tray-black.png?inline';
import pausedBlack2x from './icons/tray-paused-black@2x.png?inline';
import pausedBlack from './icons/tray-paused-black.png?inline';
import pausedWhite2x from './icons/tray-paused-white@2x.png?inline';
import pausedWhite from './icons/tray-paused-white.png?inline';
import trayWhite2x from './icons/tray-white@2x.png?inline';
import trayWhite from './icons/tray-white.png?inline';

const images = {
  black: { recording: [trayBlack, trayBlack2x], paused: [pausedBlack, pausedBlack2x] },
  white: { recording: [trayWhite, trayWhite2x], paused: [pausedWhite, pausedWhite2x] },
} as const;

/** The tray's image; macOS colours a template itself, elsewhere it follows the theme. */
export function trayIcon(paused: boolean): NativeImage {
  const isMac = process.platform === 'darwin';
  const tone = isMac || !nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? 'black' : 'white';
  const [single, double] = images[tone][paused ? 'paused' : 'recording'];
  const image = nativeImage.createEmpty();
  image.addRepresentation({ scaleFactor: 1, dataURL: single });
  image.addRepresentation({ scaleFactor: 2, dataURL: double });
  if (isMac) image.setTemplateImage(true);
  return image;
}

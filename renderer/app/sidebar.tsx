import { messages } from '../messages/index.ts';
import { lastTimeline } from '../screens/activity/filter-state.ts';
import { useProblems } from '../screens/problems/use-problems.ts';
import { PlinthMark } from './plinth-mark.tsx';
import { RecordingControl } from './recording-control.tsx';
import { hrefOf, SCREENS, type Screen } from './route.ts';
import { screens } from './screens.tsx';

function NavItem({ screen, current }: { screen: Screen; current: Screen | undefined }) {
  const { icon: Icon, label } = screens[screen];
  return (
    <li>
      <a
        className="nav__item"
        href={hrefOf(screen === 'activity' && current !== 'activity' ? lastTimeline() : { screen })}
        aria-current={current === screen ? 'page' : undefined}
        title={label}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden />
        <span className="nav__label">{label}</span>
        {screen === 'problems' && <ProblemsBadge />}
      </a>
    </li>
  );
}

/** The number of problems. Nothing without any. */
function ProblemsBadge() {
  const count = useProblems().findings.length;
  if (count === 0) return null;
  return (
    <span className="nav__badge numeric" title={messages.nav.problemsCount(count)}>
      {count}
      <span className="visually-hidden">{` ${messages.nav.problemsCount(count)}`}</span>
    </span>
  );
}

const screensOf = (group: 'main' | 'settings') => SCREENS.filter((screen) => screens[screen].group === group);

export function Sidebar({ screen: current }: { screen: Screen | undefined }) {
  return (
    <header className="sidebar">
      <div className="sidebar__brand">
        <PlinthMark />
        <span className="nav__label">{messages.app.name}</span>
      </div>
      <nav className="nav" aria-label={messages.app.navigation}>
        <ul>
          {screensOf('main').map((screen) => (
            <NavItem key={screen} screen={screen} current={current} />
          ))}
        </ul>
        <p className="nav__group nav__label" id="nav-settings">
          {messages.nav.settings}
        </p>
        <ul aria-labelledby="nav-settings">
          {screensOf('settings').map((screen) => (
            <NavItem key={screen} screen={screen} current={current} />
          ))}
        </ul>
      </nav>
      <RecordingControl />
    </header>
  );
}

import { CircleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { type WindowFault, windowFault } from '../../shared/window-fault.ts';
import { useConnection } from '../control/control-context.tsx';
import { messages } from '../messages/index.ts';
import { Button } from './button.tsx';

const words = messages.screenFailed;

/** Shows what to do when the part of the window inside it fails, and tells the host without any content. */
export function ErrorBoundary(props: { part: WindowFault['screen']; children: ReactNode }) {
  const connection = useConnection();
  return (
    <Boundary onError={(error) => void connection.call('window.failed', windowFault(props.part, error))}>
      {props.children}
    </Boundary>
  );
}

// React catches errors only with a class.
class Boundary extends Component<{ onError(error: unknown): void; children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? <ScreenFailed /> : this.props.children;
  }
}

function ScreenFailed() {
  return (
    <div className="empty" role="alert">
      <CircleAlert size={28} strokeWidth={1.25} aria-hidden />
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <Button look="main" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </div>
  );
}

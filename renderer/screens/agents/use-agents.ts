import { useEffect, useRef } from 'react';
import { type Query, useQuery } from '../../control/control-context.tsx';

const LOOK_AGAIN_MS = 10_000;

/** Gives the state of every bridge. Other programs change an agent's files without a control event, so the page polls. */
export function useAgents(): Query<'bridges.status'> {
  const query = useQuery('bridges.status', {}, ['bridges', 'receipts', 'integrations']);
  const reload = useRef(query.reload);
  useEffect(() => {
    reload.current = query.reload;
  });
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void reload.current();
    };
    const timer = setInterval(look, LOOK_AGAIN_MS);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return query;
}

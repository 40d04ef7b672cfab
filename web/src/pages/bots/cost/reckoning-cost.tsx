import StatusIndicator from '@cloudscape-design/components/status-indicator';

export const ReckoningCost = () => (
  <StatusIndicator type="loading">Reckoning the cost of a run</StatusIndicator>
);

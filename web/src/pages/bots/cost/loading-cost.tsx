import StatusIndicator from '@cloudscape-design/components/status-indicator';

export const LoadingCost = () => (
  <StatusIndicator type="loading">Calculating the cost of a run</StatusIndicator>
);

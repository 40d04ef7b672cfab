// A replacement for an operator's Highcharts: the functions that
// @cloudscape-design/chart-components calls. It draws each number as a rectangle with its texts,
// and contains no code of Highcharts.
(() => {
  const plot = { plotLeft: 50, plotTop: 10, plotWidth: 500, plotHeight: 160 };

  const draw = (name, attributes, parent, text) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  };

  /** An element as the renderer returns it: its methods return the element itself. */
  const wrapped = (element, parent) => {
    const own = {
      element,
      attr: (values) => {
        for (const [key, value] of Object.entries(values)) {
          if (value === undefined) element.removeAttribute(key);
          else element.setAttribute(key, String(value));
        }
        return own;
      },
      css: () => own,
      add: () => {
        parent().append(element);
        return own;
      },
      show: () => own.attr({ visibility: undefined }),
      hide: () => own.attr({ visibility: 'hidden' }),
      destroy: () => element.remove(),
      getBBox: () => ({
        x: Number(element.getAttribute('x')),
        y: Number(element.getAttribute('y')),
        width: Number(element.getAttribute('width') ?? 20),
        height: Number(element.getAttribute('height') ?? 10),
      }),
    };
    return own;
  };

  const rendererOf = (chart) => {
    const make = (name) => (text, x, y) => {
      const hidden = document.createElement('div');
      const at = name === 'text' ? { x, y } : {};
      const element = draw(name, at, hidden, name === 'text' ? text : undefined);
      return wrapped(element, () => chart.svg);
    };
    return Object.fromEntries(['rect', 'circle', 'path', 'text'].map((name) => [name, make(name)]));
  };

  const axisOf = (options) => ({
    options,
    userOptions: options,
    categories: options.categories,
    plotLinesAndBands: [],
    reversed: false,
    getExtremes: () => ({ dataMin: 0, dataMax: 1 }),
  });

  const pointOf = (series, value, x) => {
    const options = typeof value === 'object' && value !== null ? { ...value } : { y: value };
    const { y = null, name, color = series.color } = options;
    const point = { series, x, y, name, color, options, visible: true };
    return Object.assign(point, {
      setState: () => undefined,
      setVisible: (visible) => {
        point.visible = visible;
      },
      update: (change) => Object.assign(options, change),
    });
  };

  const seriesOf = (chart, options, index) => {
    const { type, name, color, data = [] } = options;
    const { stacking } = chart.options.plotOptions?.series ?? {};
    const series = { chart, type, name, color, index, visible: true, linkedSeries: [] };
    Object.assign(series, {
      options: { stacking, ...options },
      userOptions: options,
      ...(type !== 'pie' && { xAxis: chart.xAxis[0], yAxis: chart.yAxis[0] }),
      center: [plot.plotWidth / 2, plot.plotHeight / 2, plot.plotHeight],
      setState: () => undefined,
      setVisible: (visible) => {
        series.visible = visible;
      },
    });
    series.data = data.map((value, x) => pointOf(series, value, x));
    series.points = series.data;
    return series;
  };

  class Chart {
    constructor(container, options) {
      this.container = container;
      this.renderer = rendererOf(this);
      Object.assign(this, plot, { chartWidth: 600, chartHeight: 215 });
      const normalize = ({ offsetX, offsetY }) => ({ chartX: offsetX, chartY: offsetY });
      this.pointer = { normalize };
      this.take(options);
      options.chart.events.load.call(this, {});
      options.chart.events.render.call(this, {});
    }

    take(options) {
      this.options = options;
      this.inverted = options.chart.inverted === true;
      this.xAxis = [options.xAxis ?? {}].flat().map(axisOf);
      this.yAxis = [options.yAxis ?? {}].flat().map(axisOf);
      this.axes = [...this.xAxis, ...this.yAxis];
      this.series = options.series.map((one, index) => seriesOf(this, one, index));
      this.paint();
    }

    paint() {
      this.container.replaceChildren();
      const size = { width: '100%', height: this.chartHeight, 'data-drawn-by': 'the stand-in' };
      this.svg = draw('svg', { viewBox: '0 0 600 215', ...size }, this.container);
      const values = this.series.flatMap(({ data }) => data.map(({ y }) => y ?? 0));
      const most = Math.max(1, ...values);
      for (const series of this.series.filter(({ visible }) => visible)) {
        for (const point of series.data) this.paintPoint(point, most);
      }
      for (const axis of this.axes) this.paintAxis(axis, most);
    }

    paintPoint(point, most) {
      const { series, x, y } = point;
      if (y === null || !point.visible) return;
      const width = plot.plotWidth / series.data.length / this.series.length;
      const height = (y / most) * plot.plotHeight;
      const left = (x * this.series.length + series.index) * width;
      const box = { x: plot.plotLeft + left, y: plot.plotTop + plot.plotHeight - height };
      const mark = { 'data-series': series.name, 'data-value': y, fill: point.color };
      const drawn = draw('rect', { ...box, width: width * 0.8, height, ...mark }, this.svg);
      Object.assign(point, { graphic: wrapped(drawn, () => this.svg), plotX: left, plotY: box.y });
      const { mouseOver, mouseOut, click } = this.options.plotOptions.series.point.events;
      drawn.addEventListener('mouseenter', (event) => mouseOver.call(point, event));
      drawn.addEventListener('mouseleave', (event) => mouseOut.call(point, event));
      drawn.addEventListener('click', (event) => click.call(point, event));
      const label = this.options.plotOptions[series.type]?.dataLabels?.formatter;
      const text = series.type === 'pie' && label?.call(point);
      if (text) draw('text', { x: box.x, y: box.y + 20 }, this.svg, text.replace(/<[^>]+>/g, ' '));
    }

    paintAxis(axis, most) {
      const { formatter } = axis.options.labels ?? {};
      const ticks = axis.categories ? axis.categories.map((_, at) => at) : [0, most];
      for (const value of ticks) {
        const text = formatter?.call({ axis, value });
        if (text) draw('text', { x: plot.plotLeft + value * 20, y: 200 }, this.svg, text);
      }
    }

    redraw() {
      this.paint();
      this.options.chart.events.render.call(this, {});
    }

    update(options) {
      this.take(options);
      options.chart.events.render.call(this, {});
    }

    destroy() {
      this.container.replaceChildren();
    }
  }

  window.Highcharts = {
    chart: (container, options, callback) => {
      const chart = new Chart(container, options);
      callback?.(chart);
      return chart;
    },
  };
})();

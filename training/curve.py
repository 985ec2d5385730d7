"""The learning curve of a training run as a picture."""

from pathlib import Path


def draw_curve(curve: list[dict[str, float]], path: Path, title: str) -> None:
    """Draw wins against each scripted agent over the steps of training."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), dpi=120)
    steps = [point["steps"] / 1e6 for point in curve]
    for name in curve[-1]:
        if name != "steps":
            axes.plot(steps, [100 * point[name] for point in curve], marker=".", label=name)
    axes.set(xlabel="decisions of the learner, millions", ylabel="wins, %", ylim=(0, 102),
             title=f"{title}: wins against scripted agents")  # fmt: skip
    axes.axhline(50, color="grey", linewidth=0.7)
    axes.grid(alpha=0.3)
    axes.legend(title="against")
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)

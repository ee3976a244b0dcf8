// The strip begins at its newest end.
const strip = document.getElementById("strip");
if (strip) strip.scrollLeft = strip.scrollWidth;

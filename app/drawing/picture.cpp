#include "app/drawing/picture.h"

#include "include/core/SkData.h"
#include "include/core/SkStream.h"
#include "include/encode/SkPngEncoder.h"

namespace limber {

Camera camera_for(const Document& document, const PictureOptions& options) {
  Camera camera;
  camera.set_view(
      Box(Point(0, 0), Point(options.width / options.scale, options.height / options.scale)));
  if (!options.part.isEmpty()) {  // just that, no margin
    const Point scale = camera.view().sizes().cwiseQuotient(options.part.sizes());
    camera.look_at(options.part.center(), scale.minCoeff());
    return camera;
  }
  // The extent depends a little on the tolerance of the polylines, so look twice.
  Tessellation drawn;
  for (int pass = 0; pass < 2; ++pass) {
    drawn.update(document.world, camera.scale());
    camera.fit(extent_of(document, drawn));
  }
  return camera;
}

void draw_picture_of(SkCanvas& canvas, const Document& document, const PictureOptions& options) {
  canvas.scale(options.scale, options.scale);
  const Camera camera = camera_for(document, options);
  Tessellation drawn;
  drawn.update(document.world, camera.scale() * options.scale);
  Images images(options.linked);
  images.update(document);
  Theme theme = *options.theme;
  if (options.transparent) theme.paper = SK_ColorTRANSPARENT;
  draw_document(canvas, document, drawn, images, camera, theme, options.marks);
}

Result<sk_sp<SkSurface>> make_surface(int width, int height) {
  const auto refuse = [&](const std::string& why) {
    return Error{"A picture of " + std::to_string(width) + " x " + std::to_string(height) +
                     " pixels " + why + ".",
                 0,
                 0,
                 1,
                 {},
                 {}};
  };
  if (width < 1 || height < 1) return refuse("is empty");
  if (width > largest_side || height > largest_side)
    return refuse("has a side of more than " + std::to_string(largest_side));
  if (4LL * width * height > largest_picture) return refuse("would take more than 512 MB");
  const sk_sp<SkSurface> surface =
      SkSurfaces::Raster(SkImageInfo::MakeN32Premul(width, height));
  if (!surface) return refuse("does not fit into memory");
  return surface;
}

Result<sk_sp<SkSurface>> make_picture(const Document& document, const PictureOptions& options) {
  Result<sk_sp<SkSurface>> surface = make_surface(options.width, options.height);
  if (surface) draw_picture_of(*(*surface)->getCanvas(), document, options);
  return surface;
}

Result<std::string> encode_png(SkSurface& surface) {
  SkPixmap pixels;
  SkDynamicMemoryWStream stream;
  SkPngEncoder::Options quick;  // drawings are flat: filters and effort cost more than they save
  quick.fFilterFlags = SkPngEncoder::FilterFlag::kNone;
  quick.fZLibLevel = 3;
  if (!surface.peekPixels(&pixels) || !SkPngEncoder::Encode(&stream, pixels, quick))
    return Error{"The picture could not be encoded as PNG.", 0, 0, 1, {}, {}};
  const sk_sp<SkData> data = stream.detachAsData();
  return std::string(static_cast<const char*>(data->data()), data->size());
}

}  // namespace limber
